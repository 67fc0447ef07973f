import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, statSync, writeFileSync, chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeOnBothDatabases } from '@qd/store/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEnvelopeBox, createSealedBox, openSecretBox, secretMigrations } from '../src/index.ts'

describe('secrets at rest', () => {
  const box = createEnvelopeBox(randomBytes(32))

  test('open(seal(x)) = x, and no two seals are alike', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (plain, place) => {
        const sealed = box.seal(plain, place)
        expect(box.open(sealed, place)).toBe(plain)
        expect(box.seal(plain, place)).not.toBe(sealed)
      }),
    )
  })

  test('a sealed text opens only at its own place, under its own key, unchanged', () => {
    const sealed = box.seal('hash-key', 'game_server/lantern:3:123/hash_key')
    const elsewhere = () => box.open(sealed, 'game_server/lantern:3:124/hash_key')
    expect(elsewhere).toThrow('secrets_sealed')
    expect(() =>
      createEnvelopeBox(randomBytes(32)).open(sealed, 'game_server/lantern:3:123/hash_key'),
    ).toThrow('secrets_sealed')
    for (const broken of [
      `${sealed.slice(0, -2)}AA`,
      sealed.replace('v1', 'v2'),
      '',
      'v1.a.b',
      sealed.slice(9),
    ]) {
      expect(() => box.open(broken, 'game_server/lantern:3:123/hash_key')).toThrow('secrets_sealed')
    }
  })

  test('the sealed box refuses, and its digests say so', () => {
    const sealed = createSealedBox()
    expect(() => sealed.seal('x', 'p')).toThrow('secrets_sealed')
    expect(sealed.digest('x')).toBe('[sealed]')
    expect(box.digest('x')).toBe(box.digest('x'))
    expect(box.digest('x')).not.toContain('x')
  })
})

describeOnBothDatabases('master key', secretMigrations, (open) => {
  test('is made once with mode 0600; a wrong or missing one starts sealed', async () => {
    const store = await open<never>()
    const dataDir = mkdtempSync(join(tmpdir(), 'qd-key-'))
    const said: string[] = []
    const start = () => openSecretBox({ dataDir, store, announce: (line) => said.push(line) })
    const file = join(dataDir, 'master.key')

    const first = await start()
    expect([first.isOpen, statSync(file).mode & 0o777, said.length]).toEqual([true, 0o600, 1])
    const sealed = first.seal('secret', 'place')
    expect((await start()).open(sealed, 'place')).toBe('secret')
    expect(said).toHaveLength(1)

    const right = readFileSync(file)
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`)
    expect((await start()).isOpen).toBe(false)
    writeFileSync(file, Buffer.alloc(32).toString('base64'))
    expect((await start()).isOpen).toBe(false)
    rmSync(file)
    expect((await start()).isOpen).toBe(false)

    writeFileSync(file, right)
    chmodSync(file, 0o644)
    expect((await start()).open(sealed, 'place')).toBe('secret')
    expect(said.at(-1)).toContain('readable by others')
    rmSync(dataDir, { recursive: true })
  })
})
