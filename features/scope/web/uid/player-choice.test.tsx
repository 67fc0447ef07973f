import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { screen, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { lookup } from '../../contract/index.ts'
import { PlayerChoice } from './player-choice.tsx'

const U_ID = '30123000045'
const place = (game: string) => ({
  game,
  partnerCode: 'northwind',
  lineId: `${game}-test`,
  sId: 123,
  serviceName: '潮汐之门',
})
const user = testUser({
  roles: ['reader'],
  grants: [{ scope: '*', environment: '*', codes: ['index.player.read'] }],
})
const found = (game: string) => ({
  ...place(game),
  id: U_ID,
  name: `Mei of ${game}`,
  level: 7,
  online: false,
  channel: 'official',
})

function Where() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{`${pathname}${search}`}</output>
}

async function open(details: unknown) {
  const api = fakeApi(
    [
      fake(lookup, ({ query }) =>
        query.game === 'tide' ? new FakeFailure(404, 'player_not_found', 'no') : found(String(query.game)),
      ),
    ],
    { isGuarded: true },
  )
  const page = (
    <>
      <PlayerChoice uId={U_ID} details={details} />
      <Where />
    </>
  )
  return { api, ...(await renderWithApp(page, { user, language: 'fr' })) }
}

it('names the player of each game, and opens the one that is chosen', async () => {
  const { user: person } = await open({ candidates: ['lantern', 'ember', 'tide'].map(place) })
  const rows = screen.getAllByRole('listitem')
  expect(rows).toHaveLength(3)
  await within(rows[0]!).findByText('Mei of lantern')
  within(rows[1]!).getByText('northwind › ember-test › S123 潮汐之门')
  await within(rows[2]!).findByText('Joueur inexistant')
  expect(within(rows[2]!).queryByRole('link')).toBeNull()
  await person.click(within(rows[1]!).getByRole('link', { name: /Mei of ember/ }))
  expect(screen.getByRole('status', { name: 'address' }).textContent).toBe(
    `/index/${U_ID}?uId=${U_ID}&game=ember`,
  )
})

it.each([null, {}, { candidates: 'x' }, { candidates: [{ game: 7 }] }])(
  'details of another form, %j, give an empty list and no crash',
  async (details) => {
    await open(details)
    expect(screen.queryAllByRole('listitem')).toEqual([])
  },
)
