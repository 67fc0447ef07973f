export { dataEditMigrations, freshKey, ordinaryEditor, startEditConsole } from './start-edit-console.ts'
export type { EditConsoleOptions } from './start-edit-console.ts'
