import { fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import SettingsDrawer from './settings/settings-drawer.tsx'

const reader = testUser({ roles: ['reader'], grants: [] })

async function choose(file: File) {
  fakeApi()
  const { user } = await renderWithApp(<SettingsDrawer onClose={() => {}} />, { user: reader })
  await user.upload(await screen.findByLabelText('导入', { selector: 'input' }), file)
  return { user }
}

/** Under an open drawer antd gives both titles one id in tests, so the box is found by its words. */
const box = async (text: RegExp) => {
  await screen.findByText(text)
  return screen.getByText('错误提示')
}

it('[S5.02][S8.06] a file beyond 10485760 bytes is not read, and a box that has to be read says so', async () => {
  const file = new File([new Uint8Array(10_485_761)], 'everything.json', { type: 'application/json' })
  const read = vi.spyOn(file, 'text')
  const { user } = await choose(file)
  await box(/everything\.json.*最大 10 MB/)
  expect(read).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: /确\s?定/ }))
})

it('a file the browser may no longer read is told of, not passed over', async () => {
  const file = new File(['{}'], 'gone.json', { type: 'application/json' })
  vi.spyOn(file, 'text').mockRejectedValue(new DOMException('gone', 'NotReadableError'))
  await choose(file)
  await box(/gone\.json.*无法读取/)
})
