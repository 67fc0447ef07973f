import { relative } from 'node:path'

/** What a test run says of one file; `message` says why the file itself did not run. */
export interface TestFile {
  name: string
  status: string
  message: string
  assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[]
}

export interface RunReport {
  success: boolean
  testResults: TestFile[]
}

/** More than so many files at once are no chance. */
const FILES_MAX = 3

/** Suites that keep people from doing what they may not, and data from being lost: these fail, whatever the second try says. */
const ONE_TRY = [
  /^packages\/(store|approval-flow|canonical-json)\//,
  /^packages\/server-kit\/.*(guard|secret|envelope|permission|proof|visib)/,
  /^features\/(access|accounts|approvals|audit|session|permission-reviews)\/server\//,
  /^apps\/server\/.*(authorization|approv|gated|step-up|confirmation|session|secret|right|factor|review|audit|backup|restore|kill)/,
]

/** A test that failed once and passed alone. */
export interface FlakyTest {
  file: string
  title: string
  /** The first line of what it failed with. */
  reason: string
}

const firstLine = (text: string | undefined): string => text?.split('\n')[0]?.slice(0, 300) ?? ''

function* failedTests(file: TestFile): Generator<{ title: string; reason: string }> {
  const failed = file.assertionResults.filter(({ status }) => status === 'failed')
  if (failed.length === 0 && file.status === 'failed')
    yield { title: '(the file)', reason: firstLine(file.message) }
  for (const { fullName, failureMessages } of failed)
    yield { title: fullName, reason: firstLine(failureMessages?.[0]) }
}

const hasFailed = (file: TestFile): boolean => [...failedTests(file)].length > 0

/**
 * Files whose failures may be chance and are run once more, alone, by their absolute paths. Null: nothing is; the run is
 * what it is.
 */
export function filesToTryAgain(reports: readonly (RunReport | null)[], root: string): string[] | null {
  const files: string[] = []
  for (const report of reports) {
    if (report === null) return null
    const failed = report.testResults.filter(hasFailed).map(({ name }) => name)
    // An error outside of all tests belongs to nobody who could be tried again.
    if (!report.success && failed.length === 0) return null
    files.push(...failed)
  }
  if (files.length === 0 || files.length > FILES_MAX) return null
  const isOneTry = (file: string) => ONE_TRY.some((suite) => suite.test(relative(root, file)))
  return files.some(isOneTry) ? null : files
}

/** What failed before and passed now; null when something of it failed again, or did not run. */
export function flakyTests(
  before: readonly RunReport[],
  again: RunReport | null,
  root: string,
): FlakyTest[] | null {
  if (again === null || !again.success) return null
  const passed = new Set(
    again.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'passed')
        .map(({ fullName }) => `${name}\n${fullName}`),
    ),
  )
  const flaky: FlakyTest[] = []
  for (const file of before.flatMap(({ testResults }) => testResults)) {
    for (const { title, reason } of failedTests(file)) {
      if (title !== '(the file)' && !passed.has(`${file.name}\n${title}`)) return null
      flaky.push({ file: relative(root, file.name), title, reason })
    }
  }
  return flaky
}
