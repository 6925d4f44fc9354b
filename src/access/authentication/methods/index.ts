import type { Authenticator, TokenAuthenticator } from '../authenticator.ts';
import type { AuthenticationMethod } from '../method.ts';
import { clientCertificate } from './client-certificate.ts';
import { tokenFile } from './token-file.ts';

/** Methods that look at the request or its connection, in the order in which they are asked; before the tokens. */
export const requestMethods: readonly AuthenticationMethod<Authenticator>[] = [clientCertificate];

/** Methods that look at a bearer token, in the order in which they are asked. */
export const tokenMethods: readonly AuthenticationMethod<TokenAuthenticator>[] = [tokenFile];
