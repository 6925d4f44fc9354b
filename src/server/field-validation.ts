/** Treatment of unknown and repeated fields. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';
