import { hash } from 'node:crypto';

/** SHA-256 in base64: by it tokens are looked up, so that how long it takes says nothing about how near a guess is. */
export const tokenDigest = (token: string): string => hash('sha256', token, 'base64');
