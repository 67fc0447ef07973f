import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callingServer, startTestConsole } from '../testing/index.ts'
import type { TestConsole } from '../testing/index.ts'

/* The guide for game servers in other languages: what stands in it is run as it stands. */

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/open-api.md'), 'utf8')
const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../docs/contract/open-vectors.json'), 'utf8'),
) as { requests: { openKey: string; lines: string[]; headers: Record<string, string> }[] }

function programOf(language: string): string {
  const [, program] = new RegExp(`\`\`\`${language}\\n([^]*?)\\n\`\`\``).exec(guide) ?? []
  return program!
}

/** Off in the sandbox, so that nobody else speaks for it. */
const SERVER = 12
let running: TestConsole
beforeAll(async () => {
  running = await startTestConsole()
})
afterAll(() => running.dispose())

async function run(command: string, program: string, more: Record<string, string> = {}) {
  const { from, keyId, hashKey } = callingServer(running.sandbox, SERVER)
  const env = { CONSOLE: running.url, FROM: from, KEY_ID: keyId, HASH_KEY: hashKey, ...more }
  const child = spawn(command, ['-'], { env: { ...process.env, ...env } })
  let output = ''
  let errors = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
  child.stdin.end(program)
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.on('close', resolve)
  return { code: await promise, output, errors }
}

async function shown() {
  const admin = await running.signIn('admin')
  const { body } = await admin.post<{ sId: number; online: number; state: string }[]>(
    '/adjust/server/states',
    { game: 'lantern' },
  )
  return body.data.find(({ sId }) => sId === SERVER)
}

describe('the guide for calls of game servers', () => {
  test('its example in numbers is that of the first vector', () => {
    const [first] = vectors.requests
    expect(guide).toContain(first!.lines.join('\n'))
    expect(guide).toContain(`\`${first!.headers['x-gm-sign']}\``)
    expect(guide).toContain(`\`${first!.openKey.slice(0, 12)}\``)
  })

  test('its shell program sends a heartbeat, and believes only a signed answer', async () => {
    const sent = await run('sh', programOf('sh'), { ONLINE: '7' })
    expect(sent).toMatchObject({ code: 0, errors: '' })
    expect(JSON.parse(sent.output)).toMatchObject({ status: 0, data: { taken: true } })
    expect(await shown()).toMatchObject({ online: 7, state: 'open' })
    const refused = await run('sh', programOf('sh'), { ONLINE: '8', HASH_KEY: 'guessed' })
    expect(refused).toMatchObject({ code: 1, output: '' })
    expect(refused.errors).toContain('game_signature')
    expect(await shown()).toMatchObject({ online: 7 })
  })

  const hasPython = spawnSync('python3', ['--version']).status === 0
  test.skipIf(!hasPython)('its Python program sends a heartbeat and lists servers', async () => {
    const sent = await run('python3', programOf('python'), { ONLINE: '9' })
    expect(sent).toMatchObject({ code: 0, errors: '' })
    const [beat, list] = sent.output.trim().split('\n')
    expect(JSON.parse(beat!)).toMatchObject({ taken: true })
    expect(JSON.parse(list!)).toContainEqual(
      expect.objectContaining({ sId: 12, state: 'open', name: '长夜海峡' }),
    )
    expect(await shown()).toMatchObject({ online: 9 })
  })
})
