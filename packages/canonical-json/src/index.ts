export { canonicalJson } from './canonical-json.ts'
export { parseJsonText, readsKeysRightly } from './parse-json-text.ts'
