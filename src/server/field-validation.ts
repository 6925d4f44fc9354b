/** How an unknown or repeated field is taken. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';
