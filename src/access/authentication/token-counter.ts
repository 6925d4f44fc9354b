/**
 * Uses of tokens of service accounts that are counted: of pods in time (`valid`) and too late (`stale`), and of those
 * from Secrets.
 */
export type TokenUse = 'valid' | 'stale' | 'legacy' | 'legacyAuto' | 'legacyManual' | 'invalidLegacyAuto';

export type TokenCounter = (use: TokenUse) => void;
