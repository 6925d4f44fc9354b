export { goDifference } from './difference.ts';
export { asGo, goJson } from './go-json.ts';
