export { aCaller, createTestApp, everything } from './create-test-app.ts'
export type { TestAnswer, TestAppOptions } from './create-test-app.ts'
export { aServer, fixedScope } from './fixed-scope.ts'
export { recordingAudit } from './recording-audit.ts'
