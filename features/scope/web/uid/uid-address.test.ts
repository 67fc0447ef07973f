import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  addressToReload,
  addressWithUId,
  playerAddress,
  rememberUId,
  rememberedUId,
  uIdOfAddress,
} from './uid-address.ts'
import { HISTORY_KEPT, useUIdHistory } from './uid-history.ts'

beforeEach(() => localStorage.clear())

describe('uId of an address', () => {
  it.each([
    ['/index/30123000045?uId=30123000045', '30123000045'],
    ['/index/30123000045?uId=7', '30123000045'],
    ['/index?uId=30123000045', '30123000045'],
    ['/dataModify?uId=30123000045', '30123000045'],
    ['/dataModify/30123000045', '30123000045'],
    ['/dataModify/30123000045/x', ''],
    ['/index', ''],
    ['/index/abc', ''],
    ['/index?uId=1e9', ''],
    ['/index?uId=__proto__', ''],
  ])('%s names %j; the path wins', (address, uId) => {
    expect(uIdOfAddress(address)).toBe(uId)
  })

  it('another page keeps the uId and its own query', () => {
    expect(addressWithUId('/redis?tab=keys', '30123000045')).toBe('/redis?tab=keys&uId=30123000045')
    expect(addressWithUId('/redis?tab=keys&uId=1', '')).toBe('/redis?tab=keys')
  })

  it('home and custom functions carry the player in their path', () => {
    expect(addressWithUId('/dataModify', '7')).toBe('/dataModify/7?uId=7')
    expect(addressWithUId('/index/8?uId=8', '7')).toBe('/index/7?uId=7')
    expect(addressWithUId('/dataModify/7?uId=7&fn=heal', '')).toBe('/dataModify?fn=heal')
  })

  it('a player looked up among custom functions is opened there', () => {
    expect(playerAddress('7', '/dataModify')).toBe('/dataModify/7?uId=7')
    expect(playerAddress('7', '/dataModify/8')).toBe('/dataModify/7?uId=7')
    expect(playerAddress('7', '/audit')).toBe('/index/7?uId=7')
  })
})

describe('page load', () => {
  it('remembers a uId in the address for this origin', () => {
    expect(addressToReload('/index/30123000045')).toBeNull()
    expect(rememberedUId()).toBe('30123000045')
    expect(localStorage.getItem(`qd.uid:${window.location.origin}`)).toBe('30123000045')
  })

  it.each([
    ['/', '/index/30123000045?uId=30123000045'],
    ['/index', '/index/30123000045?uId=30123000045'],
    ['/redis?tab=keys', '/redis?tab=keys&uId=30123000045'],
    ['/dataModify', '/dataModify/30123000045?uId=30123000045'],
  ])('%s without uId takes the remembered one: %s', (address, target) => {
    rememberUId('30123000045')
    expect(addressToReload(address)).toBe(target)
    expect(addressToReload(target), 'the second load finds a uId and stays').toBeNull()
  })

  it.each(['/login', '/login?redirect=%2Findex', '/setup?code=x', '/404', '/redirect/index'])(
    '%s is left alone',
    (address) => {
      rememberUId('30123000045')
      expect(addressToReload(address)).toBeNull()
    },
  )

  it('nothing remembered, nothing reloaded', () => {
    expect(addressToReload('/index')).toBeNull()
  })
})

describe('history', () => {
  const uId = fc.stringMatching(/^[1-9]\d{0,3}$/)

  it('has who was found last first, once, and no more than are kept', () => {
    fc.assert(
      fc.property(fc.array(uId, { maxLength: 40 }), (used) => {
        useUIdHistory.setState({ players: [] })
        for (const [at, one] of used.entries()) useUIdHistory.getState().use({ uId: one, name: `n${at}` })
        const { players } = useUIdHistory.getState()
        expect(players.map((player) => player.uId)).toEqual(
          [...new Set(used.toReversed())].slice(0, HISTORY_KEPT),
        )
        for (const player of players) expect(player.name).toBe(`n${used.lastIndexOf(player.uId)}`)
      }),
      { seed: 11 },
    )
  })
})
