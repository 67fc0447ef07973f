import { renderWithApp } from '@qd/web-testing'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import type { PageRow } from '../../contract/index.ts'
import { SHA1, hashRow } from './fake-redis.ts'

/** Draws the page, which the test names: what it proves is proved at that door. */
export async function show(page: ReactNode): Promise<UserEvent> {
  const { user } = await renderWithApp(page)
  return user
}

export const button = (name: string | RegExp) => screen.findByRole('button', { name })
export const dialog = () => screen.findByRole('dialog')
/** antd puts a space between two Chinese characters of a button. */
export const spaced = (name: string): RegExp => new RegExp(`^${[...name].join('\\s?')}$`)

/** Rows of each type. */
export const ROWS: Record<string, PageRow[]> = {
  hash: [hashRow('level', '72'), hashRow({ base64: btoa('\xff\0') }, '{"star":5}', 900)],
  list: [{ type: 'list', index: 7, value: 'first', bytes: 5, isCut: false, sha1: SHA1 }],
  set: [{ type: 'set', member: 'one', bytes: 3, isCut: false }],
  zset: [{ type: 'zset', member: 'top', bytes: 3, isCut: false, score: '9007199254740993' }],
  stream: [
    {
      type: 'stream',
      id: '1763675971123-0',
      fields: [
        { name: 'f', value: '1' },
        { name: 'f', value: '2' },
      ],
      isCut: false,
    },
  ],
}
