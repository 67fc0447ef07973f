export { nameFault } from './name-fault.ts'
export type { NameFault } from './name-fault.ts'
export { skeletonsOf } from './skeletons-of.ts'
