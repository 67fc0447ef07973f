import { describe, expect, it } from 'vitest'
import { NO_PLAYER, addressWithPlayer, playerAddress, playerOfAddress } from './player-address.ts'

const named = (uId: string, game = '') => ({ uId, game })

describe('the player of an address', () => {
  it.each([
    ['/index/30123000045?uId=30123000045', '30123000045', ''],
    ['/index/30123000045?uId=7', '30123000045', ''],
    ['/index?uId=30123000045', '30123000045', ''],
    ['/dataModify?uId=30123000045', '30123000045', ''],
    ['/dataModify/30123000045', '30123000045', ''],
    ['/dataModify/30123000045/x', '', ''],
    ['/index', '', ''],
    ['/index/abc', '', ''],
    ['/index?uId=1e9', '', ''],
    ['/index?uId=__proto__', '', ''],
    ['/index/7?uId=7&game=ember', '7', 'ember'],
    ['/redis?uId=7&game=ember', '7', 'ember'],
    ['/mail?game=lantern&pid=harbour&uId=7', '7', ''],
    ['/index?game=ember', '', ''],
  ])('%s names %j of %j; the path wins', (address, uId, game) => {
    expect(playerOfAddress(address)).toEqual({ uId, game })
  })

  it('another page keeps the uId and its own query', () => {
    expect(addressWithPlayer('/redis?tab=keys', named('30123000045'))).toBe('/redis?tab=keys&uId=30123000045')
    expect(addressWithPlayer('/redis?tab=keys&uId=1', named(''))).toBe('/redis?tab=keys')
  })

  it('what a page shows of a player is of nobody else', () => {
    const there = '/index/7?uId=7&game=ember&module=Bag&view=form&row=3&edit=e1'
    expect(addressWithPlayer(there, named('7', 'ember'))).toBe(there)
    expect(addressWithPlayer(there, named('8', 'ember'))).toBe('/index/8?uId=8&game=ember')
    expect(addressWithPlayer(there, NO_PLAYER)).toBe('/index')
    // In another game the same uId is somebody else.
    expect(addressWithPlayer(there, named('7', 'lantern'))).toBe('/index/7?uId=7&game=lantern')
    // A link that names no game is of the player found by it.
    expect(addressWithPlayer('/index/7?uId=7&module=Bag&edit=e1', named('7', 'ember'))).toBe(
      '/index/7?uId=7&module=Bag&edit=e1&game=ember',
    )
    expect(addressWithPlayer('/audit?module=Bag&uId=7', named('8'))).toBe('/audit?module=Bag&uId=8')
  })

  it('a place beside the player stays with them, and goes with them', () => {
    const there = '/redis?uId=7&game=ember&line=e1&sId=3'
    expect(addressWithPlayer(there, named('7', 'ember'))).toBe(there)
    expect(addressWithPlayer('/redis?uId=7&line=e1', named('7', 'ember'))).toBe(
      '/redis?uId=7&line=e1&game=ember',
    )
    expect(addressWithPlayer(there, named('8', 'ember'))).toBe('/redis?uId=8&game=ember')
    expect(addressWithPlayer(there, named('7', 'lantern'))).toBe('/redis?uId=7&game=lantern')
    expect(addressWithPlayer(there, NO_PLAYER)).toBe('/redis')
  })

  it('a link to a place alone stays one, and gives way to a player', () => {
    const link = '/functions?game=ember&line=e1'
    expect(addressWithPlayer(link, NO_PLAYER)).toBe(link)
    expect(addressWithPlayer(link, named('7', 'lantern'))).toBe('/functions?game=lantern&uId=7')
  })

  it('home and custom functions carry the player in their path', () => {
    expect(addressWithPlayer('/dataModify', named('7'))).toBe('/dataModify/7?uId=7')
    expect(addressWithPlayer('/index/8?uId=8', named('7'))).toBe('/index/7?uId=7')
    expect(addressWithPlayer('/dataModify/7?uId=7&fn=heal', named(''))).toBe('/dataModify?fn=heal')
  })

  it('a player looked up among custom functions is opened there', () => {
    expect(playerAddress(named('7'), '/dataModify')).toBe('/dataModify/7?uId=7')
    expect(playerAddress(named('7'), '/dataModify/8')).toBe('/dataModify/7?uId=7')
    expect(playerAddress(named('7'), '/audit')).toBe('/index/7?uId=7')
  })

  it("the game goes with the player; the menu's own stays what it is", () => {
    expect(addressWithPlayer('/redis?tab=keys', named('7', 'ember'))).toBe('/redis?tab=keys&uId=7&game=ember')
    expect(addressWithPlayer('/redis?uId=7&game=ember', NO_PLAYER)).toBe('/redis')
    expect(addressWithPlayer('/index/7?uId=7&game=ember', named('8'))).toBe('/index/8?uId=8')
    expect(addressWithPlayer('/mail?game=lantern&pid=harbour', named('7', 'ember'))).toBe(
      '/mail?game=lantern&pid=harbour&uId=7',
    )
  })
})
