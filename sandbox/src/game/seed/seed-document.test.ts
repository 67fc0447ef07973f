import { checkValue, moduleNode } from '@qd/protocol-model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlayerDocument } from '../document.ts'
import { loadDefinitions } from '../definitions/load-definitions.ts'
import { sumOf } from '../int64.ts'
import { newDocument } from './new-document.ts'
import { NOTABLE_U_ID } from './notable-players.ts'
import { seedDocument } from './seed-document.ts'
import { seededSummary } from './player-summary.ts'

const { protocol } = loadDefinitions(undefined, (file, reason) => {
  throw new Error(`${file}: ${reason}`)
})
const place = { platform: 3, sId: 123, seededAt: 1_795_000_000 }

/** Every fault of a document against the definitions, with its place. */
function faultsOf(document: PlayerDocument): unknown[] {
  const infos = Object.values(protocol.diffInfos).filter((info) => info.netKey !== '')
  expect(infos.map((info) => info.netKey).sort()).toEqual(Object.keys(document).sort())
  return infos
    .flatMap((info) => {
      const module = document[info.netKey] as Record<string, unknown>
      const rows = info.key === '' ? [module] : Object.values(module)
      return rows.map((value) => checkValue(protocol, moduleNode(info), { value, place: info.netKey }))
    })
    .filter((fault) => fault !== null)
}

describe('seeded players', () => {
  it('[sandbox-seed] are the same every time, fit the definitions and keep the three rules', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), (sequence) => {
        const summary = seededSummary(3, 123, sequence)
        const document = seedDocument(summary, place)
        expect(seedDocument(seededSummary(3, 123, sequence), place)).toEqual(document)
        expect(faultsOf(document)).toEqual([])
        const { role, quest, guild, shop, shopGoods } = document
        expect(shop.spent).toBe(sumOf(Object.values(shopGoods).map((row) => row.paid)))
        expect(Object.values(quest).every((row) => row.needLevel <= role.level)).toBe(true)
        expect(guild.guildId === '0' ? shop.discount : 0).toBe(0)
      }),
      { seed: 123, numRuns: 150 },
    )
  })

  it('[sandbox-seed] a new player fits the definitions too', () => {
    const document = newDocument({ ...seededSummary(3, 123, 2001), level: 1 }, place)
    expect(faultsOf(document)).toEqual([])
    expect(document.role).toMatchObject({ level: 1, vip: 0 })
  })

  it('[sandbox-seed] the player of the pictures has what they show', () => {
    const document = seedDocument(seededSummary(3, 123, 45), place)
    expect(document.role).toMatchObject({
      uId: NOTABLE_U_ID,
      name: '岚夜听潮',
      level: 72,
      vip: 6,
      channel: 'taptap',
    })
    expect(document.currency.diamond).toBe(18_920)
    expect(document.bag[10_007]).toMatchObject({ count: 480, quality: 3 })
    expect(document.bag[10_020]).toMatchObject({ count: 1250, quality: 2 })
    expect(Object.keys(document.bag).length).toBeGreaterThan(100)
  })

  it('[sandbox-seed] names come in many scripts', () => {
    const names = Array.from({ length: 2000 }, (_, index) => seededSummary(1, 1, index + 1).name)
    const scripts = [
      /\p{Script=Han}/u,
      /\p{Script=Cyrillic}/u,
      /[ıİ]/u,
      /\p{M}/u,
      /\p{Script=Arabic}|\p{Script=Hebrew}/u,
    ]
    const rare = [/\p{Extended_Pictographic}/u, /\u200b|\u00ad|\u200e|\u200d|\u3000/u, /\p{Script=Hangul}/u]
    for (const script of [...scripts, ...rare])
      expect(names.filter((name) => script.test(name)).length).toBeGreaterThan(5)
  })
})
