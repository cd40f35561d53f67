// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.aws;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.ContainerCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.auth.credentials.InstanceProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.auth.credentials.SystemPropertyCredentialsProvider;
import software.amazon.awssdk.auth.credentials.WebIdentityTokenFileCredentialsProvider;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.auth.StsAssumeRoleCredentialsProvider;
import software.amazon.awssdk.services.sts.auth.StsWebIdentityTokenFileCredentialsProvider;
import software.amazon.awssdk.services.sts.model.AssumeRoleRequest;

/**
 * Which source of credentials the settings mean: static keys, named providers, a role, the SDK's
 * chain.
 */
final class CredentialsChain {

  private static final String SDK = "software.amazon.awssdk.auth.credentials.";
  private static final String V1 = "com.amazonaws.auth.";
  private static final String S3A = "org.apache.hadoop.fs.s3a.";

  private final AwsSettings settings;

  private CredentialsChain(AwsSettings settings) {
    this.settings = settings;
  }

  static FlussAwsCredentials build(AwsSettings settings) {
    return new CredentialsChain(settings).build();
  }

  private FlussAwsCredentials build() {
    String source;
    Supplier<AwsCredentialsProvider> base;
    AwsSettings.StaticKeys keys = settings.staticKeys();
    AwsSettings.Named list = settings.providerList();
    if (keys != null) {
      source = "option " + keys.source;
      base = () -> StaticCredentialsProvider.create(credentials(keys));
    } else if (list != null) {
      source = "option " + list.key();
      List<Supplier<AwsCredentialsProvider>> named = new ArrayList<>();
      for (String name : list.value().split("[,\\s]+")) {
        if (!name.isEmpty()) {
          named.add(named(name, list.key()));
        }
      }
      base = () -> chained(named);
    } else {
      source = "the SDK's default chain";
      base = this::defaultChain;
    }
    AwsSettings.Role role = settings.lakeRole();
    if (role == null) {
      return new FlussAwsCredentials(settings, source, base);
    }
    return new FlussAwsCredentials(
        settings, "role " + role.arn() + " assumed with " + source, () -> assume(role, base.get()));
  }

  private static AwsCredentials credentials(AwsSettings.StaticKeys keys) {
    return keys.token == null
        ? AwsBasicCredentials.create(keys.id, keys.secret)
        : AwsSessionCredentials.create(keys.id, keys.secret, keys.token);
  }

  private static AwsCredentialsProvider chained(List<Supplier<AwsCredentialsProvider>> named) {
    AwsCredentialsProviderChain.Builder chain = AwsCredentialsProviderChain.builder();
    for (Supplier<AwsCredentialsProvider> provider : named) {
      chain.addCredentialsProvider(provider.get());
    }
    return chain.reuseLastProviderEnabled(true).build();
  }

  private AwsCredentialsProvider defaultChain() {
    AwsCredentialsProvider standard =
        DefaultCredentialsProvider.builder().asyncCredentialUpdateEnabled(true).build();
    return settings.stsEndpoint() != null
            && System.getenv("AWS_WEB_IDENTITY_TOKEN_FILE") != null
            && System.getenv("AWS_ACCESS_KEY_ID") == null
        ? AwsCredentialsProviderChain.of(webIdentity(), standard)
        : standard;
  }

  private AwsCredentialsProvider webIdentity() {
    if (settings.stsEndpoint() == null) {
      return WebIdentityTokenFileCredentialsProvider.builder()
          .asyncCredentialUpdateEnabled(true)
          .build();
    }
    return StsWebIdentityTokenFileCredentialsProvider.builder()
        .stsClient(AwsClients.sts(settings, AnonymousCredentialsProvider.create()))
        .asyncCredentialUpdateEnabled(true)
        .build();
  }

  private AwsCredentialsProvider assume(AwsSettings.Role role, AwsCredentialsProvider base) {
    StsClient sts = AwsClients.sts(settings, base);
    AssumeRoleRequest request =
        AssumeRoleRequest.builder()
            .roleArn(role.arn)
            .externalId(role.externalId)
            .policy(role.policy)
            .durationSeconds(role.durationSeconds)
            .roleSessionName(
                role.sessionName == null ? "fluss-" + UUID.randomUUID() : role.sessionName)
            .build();
    return StsAssumeRoleCredentialsProvider.builder()
        .stsClient(sts)
        .refreshRequest(request)
        .asyncCredentialUpdateEnabled(true)
        .build();
  }

  /** A provider by class name: SDK v1 and S3A names stand for their v2 equals. */
  private Supplier<AwsCredentialsProvider> named(String name, String option) {
    switch (name) {
      case V1 + "ContainerCredentialsProvider":
      case V1 + "EC2ContainerCredentialsProviderWrapper":
      case SDK + "ContainerCredentialsProvider":
        return () ->
            ContainerCredentialsProvider.builder().asyncCredentialUpdateEnabled(true).build();
      case V1 + "EnvironmentVariableCredentialsProvider":
      case SDK + "EnvironmentVariableCredentialsProvider":
        return EnvironmentVariableCredentialsProvider::create;
      case V1 + "SystemPropertiesCredentialsProvider":
      case SDK + "SystemPropertyCredentialsProvider":
        return SystemPropertyCredentialsProvider::create;
      case V1 + "InstanceProfileCredentialsProvider":
      case SDK + "InstanceProfileCredentialsProvider":
      case S3A + "auth.IAMInstanceCredentialsProvider":
        return () ->
            AwsCredentialsProviderChain.of(
                ContainerCredentialsProvider.builder().asyncCredentialUpdateEnabled(true).build(),
                InstanceProfileCredentialsProvider.builder()
                    .asyncCredentialUpdateEnabled(true)
                    .build());
      case V1 + "WebIdentityTokenCredentialsProvider":
      case SDK + "WebIdentityTokenFileCredentialsProvider":
        return this::webIdentity;
      case V1 + "profile.ProfileCredentialsProvider":
      case SDK + "ProfileCredentialsProvider":
      case S3A + "auth.ProfileAWSCredentialsProvider":
        return ProfileCredentialsProvider::create;
      case V1 + "DefaultAWSCredentialsProviderChain":
      case SDK + "DefaultCredentialsProvider":
        return this::defaultChain;
      case V1 + "AnonymousAWSCredentials":
      case S3A + "AnonymousAWSCredentialsProvider":
      case SDK + "AnonymousCredentialsProvider":
        return AnonymousCredentialsProvider::create;
      case S3A + "SimpleAWSCredentialsProvider":
      case S3A + "TemporaryAWSCredentialsProvider":
        throw AwsFailure.of(
                AwsError.AWS_CREDENTIALS,
                "option "
                    + option
                    + " names "
                    + name
                    + ", but no static keys are set (s3.access-key,"
                    + " s3.secret-key).")
            .toException(null);
      case S3A + "auth.AssumedRoleCredentialProvider":
        return assumedRole(option);
      default:
        return () -> userClass(name, option);
    }
  }

  private Supplier<AwsCredentialsProvider> assumedRole(String option) {
    AwsSettings.Role role = settings.fsRole();
    if (role == null) {
      throw AwsFailure.of(
              AwsError.AWS_CREDENTIALS,
              "option " + option + " asks to assume a role, but s3.assumed.role.arn is not set.")
          .toException(null);
    }
    String baseNames = settings.fsOption("assumed.role.credentials.provider");
    return () -> {
      List<Supplier<AwsCredentialsProvider>> base = new ArrayList<>();
      for (String name : (baseNames == null ? "" : baseNames).split("[,\\s]+")) {
        if (!name.isEmpty()) {
          base.add(named(name, "s3.assumed.role.credentials.provider"));
        }
      }
      return assume(role, base.isEmpty() ? defaultChain() : chained(base));
    };
  }

  private AwsCredentialsProvider userClass(String name, String option) {
    Class<?> type = load(name);
    if (type == null) {
      throw AwsFailure.of(
              AwsError.AWS_CREDENTIALS,
              "option "
                  + option
                  + " names class "
                  + name
                  + ", which is not there. Put its jar into the plugin's folder, or use a provider"
                  + " of the AWS SDK v2 such as "
                  + SDK
                  + "DefaultCredentialsProvider.")
          .toException(null);
    }
    if (!AwsCredentialsProvider.class.isAssignableFrom(type)) {
      throw AwsFailure.of(
              AwsError.AWS_CREDENTIALS,
              "option "
                  + option
                  + " names class "
                  + name
                  + ", which does not implement "
                  + AwsCredentialsProvider.class.getName()
                  + " (a class for the AWS SDK v1?). Implement that interface instead.")
          .toException(null);
    }
    try {
      try {
        return (AwsCredentialsProvider)
            type.getMethod("create", Map.class).invoke(null, settings.providerProperties());
      } catch (NoSuchMethodException e) {
        try {
          return (AwsCredentialsProvider) type.getMethod("create").invoke(null);
        } catch (NoSuchMethodException e2) {
          return (AwsCredentialsProvider) type.getConstructor().newInstance();
        }
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw AwsFailure.of(
              AwsError.AWS_CREDENTIALS,
              "option " + option + " names class " + name + ", which cannot be made: " + e)
          .toException(e);
    }
  }

  private static Class<?> load(String name) {
    for (ClassLoader loader :
        new ClassLoader[] {
          CredentialsChain.class.getClassLoader(), Thread.currentThread().getContextClassLoader()
        }) {
      if (loader != null) {
        try {
          return Class.forName(name, true, loader);
        } catch (ClassNotFoundException e) {
          // the next loader may know it
          continue;
        }
      }
    }
    return null;
  }
}
