export { bareEnv, startChild, startScript } from './start-child.ts'
export type { ChildEnd, ChildOptions, TestChild } from './start-child.ts'
export { timeLeftMs } from './time-left.ts'
