import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import type { CommandContext } from '../shared/command.ts';
import { type Finding, unknown } from './finding.ts';

const day = 24 * 3_600_000;
/** Milliseconds for the handshake. */
const connectTimeout = 10_000;

/** Validity of the certificates of both sides and of the authority. */
export async function certificateFindings({ session, flags, host }: CommandContext): Promise<Finding[]> {
  const { server, config } = await session.connection();
  const soon = flags.integer('certificate-days') * day;
  const finding = (title: string, certificate: X509Certificate): Finding => {
    const left = Date.parse(certificate.validTo) - host.now();
    const level = left <= 0 ? 'failure' : left < soon ? 'warning' : 'ok';
    const end = new Date(certificate.validTo).toISOString().slice(0, 10);
    const days = Math.floor(left / day);
    const text = left <= 0 ? `${title} ended on ${end}` : `${title} is valid until ${end}, for ${days} days`;
    return { level, about: 'certificates', text };
  };
  const findings: Finding[] = [];
  try {
    const served = await servingCertificate(server, config.trust.serverName);
    if (served !== undefined) findings.push(finding('that of the server', served));
  } catch (error) {
    findings.push(unknown('certificates', error));
  }
  for (const pem of pemsIn(config.trust.authority ?? '')) {
    findings.push(finding('that of the authority in the kubeconfig', new X509Certificate(pem)));
  }
  const own = config.credentials.identity?.();
  if (own !== undefined) findings.push(finding('the own one', new X509Certificate(own.certificate)));
  return findings;
}

const pemsIn = (bundle: string): string[] =>
  bundle.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];

/** Whatever it is: whether it is trusted has been seen already. Undefined without TLS. */
async function servingCertificate(
  server: string,
  serverName: string | undefined,
): Promise<X509Certificate | undefined> {
  const { protocol, hostname, port } = new URL(server);
  if (protocol !== 'https:') return undefined;
  const name = hostname.replace(/^\[|\]$/g, '');
  const isAddress = /^[\d.]+$|:/.test(name);
  const socket: TLSSocket = connect({
    host: name,
    port: Number(port || 443),
    rejectUnauthorized: false,
    ...(serverName === undefined && isAddress ? {} : { servername: serverName ?? name }),
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(connectTimeout) });
    return socket.getPeerX509Certificate();
  } finally {
    socket.destroy();
  }
}
