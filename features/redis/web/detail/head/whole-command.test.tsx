import { fakeApi, renderWithApp } from '@qd/web-testing'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { keyPage, keyWindow } from '../../../contract/index.ts'
import { SHA1, fakeKey, hashRow, openKeys, shownKey } from '../../testing/fake-redis.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { DetailPanel } from '../detail-panel.tsx'

afterEach(() => useWorkspace.setState({ databases: [], active: null, keys: [], key: null }))

describe('a key is copied as a command', () => {
  it('with all its pages and values that were cut in them', async () => {
    openKeys(['my key'])
    const api = fakeApi(fakeKey(shownKey({ type: 'hash', ttlMs: 5_000 })))
    const long = { ...hashRow('long', 'be'), isCut: true, bytes: 9 }
    api.on(keyPage, ({ body }) =>
      body.cursor === ''
        ? { rows: [hashRow('a', '1')], cursor: '1.500.0', examined: 1, length: 2 }
        : { rows: [long], cursor: '', examined: 1, length: 2 },
    )
    api.on(keyWindow, () => ({ base64: btoa('beginning'), bytes: 9, sha1: SHA1 }))
    const { user } = await renderWithApp(<DetailPanel />)
    await user.click(await screen.findByRole('button', { name: '复制为命令' }))
    await waitFor(async () =>
      expect(await navigator.clipboard.readText()).toBe(
        'HSET "my key" a 1 long beginning\nPEXPIRE "my key" 5000',
      ),
    )
  })

  it('unless it changes faster than it is read, and then nothing is copied as if it were all of it', async () => {
    openKeys(['k'])
    const api = fakeApi(fakeKey(shownKey({ type: 'string' })))
    let reads = 0
    api.on(keyWindow, () => {
      reads += 1
      return { base64: btoa('x'.repeat(65_536)), bytes: 131_072, sha1: String(reads).padStart(40, '0') }
    })
    const { user } = await renderWithApp(<DetailPanel />)
    await user.click(await screen.findByRole('button', { name: '复制为命令' }))
    await screen.findByText(/该值变化太快，读取 5 次都没有读到完整内容/)
  })

  it('unless its value is too large, and that is said', async () => {
    openKeys(['k'])
    const api = fakeApi(fakeKey(shownKey({ type: 'string' })))
    api.on(keyWindow, () => ({ base64: btoa('x'.repeat(65_536)), bytes: 5_000_000, sha1: '' }))
    const { user } = await renderWithApp(<DetailPanel />)
    await user.click(await screen.findByRole('button', { name: '复制为命令' }))
    await screen.findByText(/值大于 1.0 MB，不能复制为命令/)
  })
})
