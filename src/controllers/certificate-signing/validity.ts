import { goTime } from '../../api/values/time.ts';
import type { Validity } from '../../util/x509.ts';

const minute = 60_000;

/** Milliseconds by which a certificate begins early: clocks of other machines may be late. */
const backdate = 5 * minute;
/** Certificates that live shorter are not cut at their end for that. */
const short = 8 * 60 * minute;
/** No certificate lives shorter, however short it is asked for. */
const shortest = 10 * minute;

/** Milliseconds that a certificate is to live: as it is asked for, but never longer than `longest`. */
export function lifeOf(longest: number, expirationSeconds: number | undefined): number {
  if (expirationSeconds === undefined) return longest;
  const asked = expirationSeconds * 1_000;
  return asked > longest ? longest : Math.max(asked, shortest);
}

/** `authorityEnd`: of the certificate that signs, after which nothing that it signed is valid. All in milliseconds. */
export function validityOf(now: number, life: number, authorityEnd: number): Validity {
  const notBefore = wholeSeconds(now - backdate);
  const end = wholeSeconds(life < short ? now + life : now + life - backdate);
  if (notBefore >= authorityEnd) throw new Error(`the signer has expired: NotAfter=${goTime(authorityEnd)}`);
  if (now >= authorityEnd) {
    throw new Error(
      `refusing to sign a certificate that expired in the past: NotAfter=${goTime(authorityEnd)}`,
    );
  }
  return { notBefore: new Date(notBefore), notAfter: new Date(Math.min(end, authorityEnd)) };
}

const wholeSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000) * 1_000;
