import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UpdateView } from '@qd/system/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { EnvError } from '../env.ts'
import { startTestConsole } from '../testing/index.ts'
import type { TestConsole } from '../testing/index.ts'
import { updateSettings } from '../update-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'qd-sign-'))
const at = (name: string) => join(folder, name)
const releases = {
  versions: [
    { version: '9.1.0', notes: 'notes.md', packages: [{ file: 'q.tar.gz', command: 'make upgrade' }] },
  ],
}

function sign(...args: string[]) {
  const ran = spawnSync(process.execPath, [join(import.meta.dirname, 'sign-updates.ts'), ...args], {
    encoding: 'utf8',
  })
  return { code: ran.status, said: ran.stdout + ran.stderr }
}
const signReleases = () => sign(at('releases.json'), '--key', at('update-key.pem'), '--out', folder)

let running: TestConsole
beforeAll(async () => {
  writeFileSync(at('q.tar.gz'), 'the whole new console')
  writeFileSync(at('notes.md'), '- faster')
  writeFileSync(at('releases.json'), JSON.stringify(releases))
  expect(sign('--new-key', folder).code).toBe(0)
  expect(signReleases()).toMatchObject({ code: 0, said: expect.stringContaining('9.1.0') })
  running = await startTestConsole({
    QD_UPDATE_FEED: at('updates.json'),
    QD_UPDATE_KEY_FILE: at('update-key.pub.pem'),
  })
})
afterAll(async () => {
  await running.dispose()
  rmSync(folder, { recursive: true, force: true })
})

describe('a feed of one’s own', () => {
  it('[S4.12] is found and fetched by a console that has its key', async () => {
    const admin = await running.signIn('admin')
    const view = async (call: string, body: object = {}) => {
      const answer = await admin.post<UpdateView>(`/platform/update/${call}`, body)
      expect(answer.body.msg).toBe('')
      return answer.body.data
    }
    expect(await view('check')).toMatchObject({
      stage: 'available',
      release: { version: '9.1.0', notes: '- faster', package: { command: 'make upgrade' } },
    })
    await view('download', { version: '9.1.0' })
    const { file } = await vi.waitFor(async () => {
      const now = await view('status')
      expect(now.stage).toBe('downloaded')
      return now
    })
    expect(readFileSync(file!.path, 'utf8')).toBe('the whole new console')
    for (const action of ['system.updateCheck', 'system.updateDownload']) {
      const { body } = await admin.post<{ list: { result: string }[] }>('/platform/audit/list', { action })
      expect(body.data.list.map(({ result }) => result)).toEqual(['ok'])
    }
  })

  it('is nobody’s business without the right', async () => {
    const developer = await running.signIn('developer')
    expect((await developer.post('/platform/update/status', {})).http).toBe(403)
  })

  it('is refused where it makes no sense, in one line', () => {
    const { mode } = statSync(at('update-key.pem'))
    expect(mode & 0o077).toBe(0)
    expect(sign('--new-key', folder)).toMatchObject({ code: 2, said: expect.stringContaining('EEXIST') })
    expect(sign()).toMatchObject({ code: 2, said: expect.stringContaining('npm run updates:sign') })
    writeFileSync(at('other.json'), JSON.stringify({ versions: [{ version: '1' }] }))
    const other = sign(at('other.json'), '--key', at('update-key.pem'), '--out', folder)
    expect(other).toMatchObject({ code: 2, said: expect.stringContaining('versions.0.') })
  })
})

describe('the key of the environment', () => {
  it.each([
    ['the private key', 'update-key.pem'],
    ['no key', 'notes.md'],
    ['no file', 'none.pem'],
  ])('%s stops the start', (_name, file) => {
    const updates = { feed: at('updates.json'), keyFile: at(file), caFile: undefined, allowsLoopback: false }
    expect(() => updateSettings(updates)).toThrow(EnvError)
    expect(() => updateSettings(updates)).toThrow('QD_UPDATE_KEY_FILE')
  })
})
