export { KeyTree } from './key-tree.ts'
export type { TreeRow } from './key-tree.ts'
