import type { Authenticator, TokenAuthenticator } from '../authenticator.ts';
import type { AuthenticationMethod } from '../method.ts';
import { bootstrapToken } from './bootstrap-token.ts';
import { clientCertificate } from './client-certificate.ts';
import { oidc } from './oidc/index.ts';
import { requestHeader } from './request-header.ts';
import { serviceAccount } from './service-account/index.ts';
import { tokenFile } from './token-file.ts';
import { webhookToken } from './webhook-token/index.ts';

/** Methods that look at the request or its connection, in the order in which they are asked; before the tokens. */
export const requestMethods: readonly AuthenticationMethod<Authenticator>[] = [
  requestHeader,
  clientCertificate,
];

/** Methods that look at a bearer token, in the order in which they are asked. */
export const tokenMethods: readonly AuthenticationMethod<TokenAuthenticator>[] = [
  tokenFile,
  serviceAccount,
  bootstrapToken,
  oidc,
  webhookToken,
];
