import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { addressToReload, rememberPlayer, rememberedPlayer } from './uid-address.ts'
import { HISTORY_KEPT, useUIdHistory } from './uid-history.ts'

beforeEach(() => localStorage.clear())

describe('page load', () => {
  it('remembers a uId in the address for this origin', () => {
    expect(addressToReload('/index/30123000045')).toBeNull()
    expect(rememberedPlayer()).toBe('?uId=30123000045')
    expect(localStorage.getItem(`qd.uid:${window.location.origin}`)).toBe('30123000045')
  })

  it.each([
    ['/', '/index/30123000045?uId=30123000045'],
    ['/index', '/index/30123000045?uId=30123000045'],
    ['/redis?tab=keys', '/redis?tab=keys&uId=30123000045'],
    ['/dataModify', '/dataModify/30123000045?uId=30123000045'],
  ])('%s without uId takes the remembered one: %s', (address, target) => {
    rememberPlayer('?uId=30123000045')
    expect(addressToReload(address)).toBe(target)
    expect(addressToReload(target), 'the second load finds a uId and stays').toBeNull()
  })

  it('a search for players stays one', () => {
    rememberPlayer('?uId=30123000045')
    expect(addressToReload('/index?find=%E6%BD%AE')).toBeNull()
    expect(rememberedPlayer()).toBe('?uId=30123000045')
  })

  it.each(['/login', '/login?redirect=%2Findex', '/setup?code=x', '/404', '/redirect/index'])(
    '%s is left alone',
    (address) => {
      rememberPlayer('?uId=30123000045')
      expect(addressToReload(address)).toBeNull()
    },
  )

  it('the game a uId is of is remembered beside it', () => {
    expect(addressToReload('/index/30123000045?uId=30123000045&game=ember')).toBeNull()
    expect(localStorage.getItem(`qd.uid:${window.location.origin}`)).toBe('30123000045')
    expect(addressToReload('/')).toBe('/index/30123000045?uId=30123000045&game=ember')
    expect(addressToReload('/redis')).toBe('/redis?uId=30123000045&game=ember')
    rememberPlayer('?uId=7')
    expect(rememberedPlayer()).toBe('?uId=7')
  })

  it('the place a player was at is remembered beside it', () => {
    const place = '&game=ember&line=e1&sId=3'
    expect(addressToReload(`/index/30123000045?uId=30123000045${place}`)).toBeNull()
    expect(localStorage.getItem(`qd.uid:${window.location.origin}`)).toBe('30123000045')
    expect(addressToReload('/')).toBe(`/index/30123000045?uId=30123000045${place}`)
    expect(addressToReload('/redis')).toBe(`/redis?uId=30123000045${place}`)
    const entry = '/mail?game=lantern&pid=harbour'
    expect(addressToReload(entry)).toBe(`${entry}&uId=30123000045`)
    expect(addressToReload('/functions?game=lantern&line=l1'), 'a link to a place').toBeNull()
  })

  it('nothing remembered, nothing reloaded', () => {
    expect(addressToReload('/index')).toBeNull()
  })
})

describe('history', () => {
  it('keeps players of one uId in two games apart; an old entry without game is taken over', () => {
    useUIdHistory.setState({ players: [{ uId: '7', game: '', name: 'old' }] })
    const { use } = useUIdHistory.getState()
    use({ uId: '7', game: 'lantern', name: 'a' })
    use({ uId: '7', game: 'ember', name: 'b' })
    use({ uId: '7', game: 'lantern', name: 'a2' })
    expect(useUIdHistory.getState().players.map(({ game, name }) => `${game} ${name}`)).toEqual([
      'lantern a2',
      'ember b',
    ])
  })

  const uId = fc.stringMatching(/^[1-9]\d{0,3}$/)

  it('has who was found last first, once, and no more than are kept', () => {
    fc.assert(
      fc.property(fc.array(uId, { maxLength: 40 }), (used) => {
        useUIdHistory.setState({ players: [] })
        for (const [at, one] of used.entries())
          useUIdHistory.getState().use({ uId: one, game: 'lantern', name: `n${at}` })
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
