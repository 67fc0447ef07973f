import { defineRoute, z } from '@qd/contract-kit'
import { fake, fakeApi, FakeFailure, renderWithApp } from '@qd/web-testing'
import { screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { call } from './call.ts'
import { usePages } from './use-pages.ts'

const things = defineRoute({
  method: 'POST',
  path: '/platform/things',
  title: 't',
  permission: 'session',
  risk: 'R0',
  level: 0,
  body: z.object({ before: z.optional(z.string()) }),
  reply: z.object({ list: z.array(z.string()), next: z.nullable(z.string()), total: z.int() }),
})

const ANSWERS = {
  '': { list: ['a', 'b'], next: 'b', total: 3 },
  b: { list: ['c'], next: null, total: 3 },
}

function Things(): ReactNode {
  const { first, rows, error, loadMore, reload } = usePages({
    queryKey: ['things'],
    ask: (before, signal) =>
      call(things, { body: before }, { tag: 'kit:preset.title', told: 'inline', signal }),
  })
  return (
    <>
      <p>{error?.message ?? `${rows?.length ?? '?'} of ${first?.total ?? '?'}`}</p>
      <ul>
        {rows?.map((row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
      {loadMore === undefined ? null : <button onClick={loadMore}>more</button>}
      <button onClick={reload}>again</button>
    </>
  )
}

it('reads the next page behind the last one, and says when there is none', async () => {
  const api = fakeApi([fake(things, ({ body }) => ANSWERS[(body.before ?? '') as keyof typeof ANSWERS])])
  const { user } = await renderWithApp(<Things />)
  expect(await screen.findByText('2 of 3')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'more' }))
  expect(await screen.findByText('3 of 3')).toBeTruthy()
  const rows = within(screen.getByRole('list')).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual(['a', 'b', 'c'])
  expect(screen.queryByRole('button', { name: 'more' })).toBeNull()
  expect(api.callsOf(things).map(({ body }) => body)).toEqual([{}, { before: 'b' }])
})

it('says why it cannot be read, and reads it again', async () => {
  const api = fakeApi([fake(things, () => new FakeFailure(403, 'forbidden', 'no'))])
  const { user } = await renderWithApp(<Things />)
  expect(await screen.findByText('no')).toBeTruthy()
  api.on(things, () => ANSWERS.b)
  await user.click(screen.getByRole('button', { name: 'again' }))
  expect(await screen.findByText('1 of 3')).toBeTruthy()
})
