import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasWholeInstall } from './prepare.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qd-prepare-'))
  mkdirSync(join(folder, 'node_modules'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const put = (file: string, packages: object) =>
  writeFileSync(join(folder, file), JSON.stringify({ packages }))
const lock = {
  '': { name: 'console' },
  'packages/a': { version: '1.0.0' },
  'node_modules/@qd/a': { resolved: 'packages/a', link: true },
  'node_modules/zod': { version: '4.0.0', integrity: 'sha512-z' },
  'packages/a/node_modules/ws': { version: '8.0.0', integrity: 'sha512-w' },
  'node_modules/node-other': { version: '24.0.0', integrity: 'sha512-o', optional: true, os: ['none'] },
  'node_modules/may-fail-to-build': { version: '1.0.0', integrity: 'sha512-b', optional: true },
  'node_modules/native': { version: '1.0.0', integrity: 'sha512-n', optional: true, os: [process.platform] },
}
const there = {
  'node_modules/zod': lock['node_modules/zod'],
  'packages/a/node_modules/ws': lock['packages/a/node_modules/ws'],
  'node_modules/native': lock['node_modules/native'],
}
const putFolders = (packages: object) => {
  for (const name of Object.keys(packages)) mkdirSync(join(folder, name), { recursive: true })
}

describe('packages that npm ci has put in place', () => {
  beforeEach(() => put('package-lock.json', lock))

  it('need no second npm ci, and so no network', () => {
    put('node_modules/.package-lock.json', there)
    putFolders(there)
    expect(hasWholeInstall(folder)).toBe(true)
  })

  it.each<[string, object | null]>([
    ['nothing was installed', null],
    ['one is missing', { 'node_modules/zod': there['node_modules/zod'] }],
    ['npm under an old Node left out a native part', { ...there, 'node_modules/native': undefined }],
    ['one is another version', { ...there, 'node_modules/zod': { version: '3.0.0', integrity: 'sha512-y' } }],
  ])('are installed anew when %s', (_why, noted) => {
    if (noted !== null) put('node_modules/.package-lock.json', noted)
    putFolders(there)
    expect(hasWholeInstall(folder)).toBe(false)
  })

  it('are installed anew when a folder was deleted', () => {
    put('node_modules/.package-lock.json', there)
    putFolders(there)
    rmSync(join(folder, 'node_modules/zod'), { recursive: true })
    expect(hasWholeInstall(folder)).toBe(false)
  })
})
