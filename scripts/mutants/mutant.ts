/** A rule, the one-line mutation that breaks it, and the test that must notice. */
export interface Mutant {
  rule: string
  file: string
  /** Must occur exactly once in the file. */
  from: string
  to: string
  test: { project: 'node' | 'web' | 'long'; file: string; title: string }
}

/** A test of the server's project, or of the long run. */
export const node = (file: string, title: string) => {
  const project = file.endsWith('.long.test.ts') ? 'long' : 'node'
  return { project, file, title } as const
}
/** A test of the pages' project. */
export const web = (file: string, title: string) => ({ project: 'web', file, title }) as const
