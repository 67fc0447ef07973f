import { describe, expect, it } from 'vitest'
import { filesToTryAgain, flakyTests } from './second-try.ts'
import type { RunReport } from './second-try.ts'

const ROOT = '/clone'
const CHANCE = 'features/redis/server/scan/a.test.ts'

const fileOf = (file: string, tests: Record<string, string>, status = 'passed') => ({
  name: `${ROOT}/${file}`,
  status,
  message: status === 'failed' ? 'does not load\nat line 1' : '',
  assertionResults: Object.entries(tests).map(([fullName, told]) => ({
    fullName,
    status: told,
    failureMessages: told === 'failed' ? [`${fullName} went wrong\nat line 1`] : [],
  })),
})
const reportOf = (...testResults: RunReport['testResults']): RunReport => ({
  success: testResults.every(({ status, assertionResults }) =>
    [status, ...assertionResults.map((each) => each.status)].every((each) => each !== 'failed'),
  ),
  testResults,
})
const failing = (...files: string[]) =>
  reportOf(...files.map((file) => fileOf(file, { one: 'failed', two: 'passed' })))

describe('files that are tried again', () => {
  it('are those with failures, up to three', () => {
    const green = reportOf(fileOf('a.test.ts', { one: 'passed' }))
    expect(filesToTryAgain([green], ROOT)).toBeNull()
    expect(filesToTryAgain([green, failing(CHANCE)], ROOT)).toEqual([`${ROOT}/${CHANCE}`])
    const three = ['x.test.ts', 'y.test.ts', 'z.test.ts']
    expect(filesToTryAgain([failing(...three)], ROOT)).toHaveLength(3)
    expect(filesToTryAgain([failing(...three), failing(CHANCE)], ROOT)).toBeNull()
  })

  it('are none without a whole report, or with an error outside of all tests', () => {
    expect(filesToTryAgain([null, failing(CHANCE)], ROOT)).toBeNull()
    const outside = { ...reportOf(fileOf('a.test.ts', { one: 'passed' })), success: false }
    expect(filesToTryAgain([outside, failing(CHANCE)], ROOT)).toBeNull()
  })

  it.each([
    'packages/store/test/write.test.ts',
    'packages/approval-flow/src/decide.test.ts',
    'packages/server-kit/src/secrets/envelope-box.test.ts',
    'features/access/server/access.test.ts',
    'features/audit/server/audit.test.ts',
    'features/session/server/sign-in/login.test.ts',
    'features/approvals/server/votes.test.ts',
    'apps/server/test/authorization-matrix.test.ts',
    'apps/server/test/approved-calls.test.ts',
    'apps/server/test/session-kinds.test.ts',
    'apps/server/test/restore-cut.test.ts',
  ])('are none where one is %s', (file) => {
    expect(filesToTryAgain([failing(CHANCE, file)], ROOT)).toBeNull()
  })
})

describe('flaky tests', () => {
  const before = [failing(CHANCE)]
  it('are those that passed alone, with what they failed with', () => {
    const again = reportOf(fileOf(CHANCE, { one: 'passed', two: 'passed' }))
    expect(flakyTests(before, again, ROOT)).toEqual([
      { file: CHANCE, title: 'one', reason: 'one went wrong' },
    ])
    const unread = [reportOf(fileOf(CHANCE, {}, 'failed'))]
    expect(flakyTests(unread, again, ROOT)).toMatchObject([{ title: '(the file)', reason: 'does not load' }])
  })

  it('are none when one failed again, was left out, or no report came', () => {
    expect(flakyTests(before, failing(CHANCE), ROOT)).toBeNull()
    expect(flakyTests(before, reportOf(fileOf(CHANCE, { two: 'passed' })), ROOT)).toBeNull()
    expect(flakyTests(before, reportOf(fileOf(CHANCE, { one: 'skipped' })), ROOT)).toBeNull()
    expect(flakyTests(before, null, ROOT)).toBeNull()
  })
})
