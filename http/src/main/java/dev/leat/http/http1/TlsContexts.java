package dev.leat.http.http1;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Netty's form of the current certificate, made again when the certificate was renewed. May be used on any thread. */
final class TlsContexts {
    private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};
    private static final ApplicationProtocolConfig PROTOCOLS = new ApplicationProtocolConfig(
            Protocol.ALPN,
            SelectorFailureBehavior.NO_ADVERTISE,
            SelectedListenerFailureBehavior.ACCEPT,
            ApplicationProtocolNames.HTTP_2,
            ApplicationProtocolNames.HTTP_1_1);

    private final Supplier<SSLContext> certificate;
    private volatile @Nullable Current current;

    private record Current(SSLContext certificate, SslContext context) {}

    /** @param certificate returns the context with the current certificate: the same one as long as nothing changed */
    TlsContexts(Supplier<SSLContext> certificate) {
        this.certificate = certificate;
    }

    SslContext current() {
        SSLContext now = certificate.get();
        Current known = current;
        if (known == null || !known.certificate.equals(now)) {
            known = new Current(now, context(now));
            current = known;
        }
        return known.context;
    }

    private static SslContext context(SSLContext certificate) {
        return new JdkSslContext(
                certificate,
                false,
                null,
                IdentityCipherSuiteFilter.INSTANCE,
                PROTOCOLS,
                ClientAuth.NONE,
                VERSIONS.clone(),
                false);
    }
}
