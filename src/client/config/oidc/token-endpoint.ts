import { CallError } from '../../call-error.ts';
import { Fields } from '../../fields.ts';
import type { Transport } from '../../transport.ts';

/** Milliseconds for one request to the issuer, and bytes of its answer. */
const limits = { timeout: 30_000, maxBytes: 1_048_576 };
/** Characters of an answer that are worth telling. */
const maxTold = 80;

export interface RefreshedTokens {
  idToken: string;
  /** A new one, which replaces the one that was used. */
  refreshToken: string | undefined;
}

export interface OidcClient {
  id: string;
  secret: string;
}

/** URL at which the issuer gives tokens. */
export async function tokenEndpoint(transport: Transport, issuer: string): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await transport
    .send({ method: 'GET', url, headers: {}, ...limits })
    .catch((error: Error) => {
      if (!(error instanceof CallError) || error.status === undefined) throw error;
      const text = JSON.stringify((error.text ?? '').slice(0, maxTold));
      throw new Error(`oidc: failed to query metadata endpoint ${error.status}: ${text}`);
    });
  const endpoint = new Fields(JSON.parse(answer.body.toString()), '').text('token_endpoint') ?? '';
  if (endpoint === '') throw new Error("oidc: discovery object doesn't contain a token_endpoint");
  return endpoint;
}

/** Servers differ in where they look for the client's name: first the header, then the form. */
export async function refresh(
  transport: Transport,
  endpoint: string,
  client: OidcClient,
  refreshToken: string,
): Promise<RefreshedTokens> {
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const escaped = [client.id, client.secret].map(encodeURIComponent).join(':');
  const authorization = `Basic ${Buffer.from(escaped).toString('base64')}`;
  try {
    return await ask(transport, endpoint, grant, { authorization });
  } catch (error) {
    if (!(error instanceof CallError) || error.status === undefined || error.status >= 500) throw error;
    const secret: Record<string, string> = client.secret === '' ? {} : { client_secret: client.secret };
    return ask(transport, endpoint, { ...grant, client_id: client.id, ...secret }, {});
  }
}

async function ask(
  transport: Transport,
  url: string,
  form: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>>,
): Promise<RefreshedTokens> {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    ...more,
  };
  const body = new URLSearchParams(form).toString();
  const answer = await transport.send({ method: 'POST', url, headers, body, ...limits });
  const fields = new Fields(JSON.parse(answer.body.toString()), '');
  const idToken = fields.text('id_token') ?? '';
  if (idToken === '') {
    throw new Error(
      'token response did not contain an id_token, either the scope "openid" wasn\'t requested upon login, or the provider doesn\'t support id_tokens as part of the refresh response',
    );
  }
  return { idToken, refreshToken: fields.text('refresh_token') || undefined };
}
