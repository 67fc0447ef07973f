import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderWithApp } from '@qd/web-testing'
import type { FilterPreset, PresetDraft, PresetKeeper } from '@qd/web-frame'
import { PresetPicker } from './preset-picker.tsx'

/** Keeps presets, as a feature does. */
let keeper: PresetKeeper | undefined

const foreign: FilterPreset = {
  id: 'p9',
  name: '夜班',
  filter: { actor: 'zhou' },
  isShared: true,
  isOwn: false,
  ownerName: '周',
  mayChange: false,
}

/** Keeps presets as the server would. */
function keep(mayShare = true) {
  const kept: FilterPreset[] = [foreign]
  const saved: (PresetDraft & { id?: string })[] = []
  keeper = {
    mayShare: () => mayShare,
    list: async () => [...kept],
    save: async (draft) => {
      saved.push(draft)
      const { id = `p${kept.length}`, name, filter, isShared } = draft
      const at = kept.findIndex((preset) => preset.id === id)
      const preset = { id, name, filter, isShared, isOwn: true, ownerName: '林', mayChange: true }
      if (at === -1) kept.unshift(preset)
      else kept[at] = preset
    },
    remove: async (id) =>
      void kept.splice(
        kept.findIndex((preset) => preset.id === id),
        1,
      ),
  }
  return { saved }
}

async function open(onApply = vi.fn()) {
  const app = await renderWithApp(
    <PresetPicker page="audit.rows" presets={{ filter: { result: 'failed' }, onApply }} />,
    { features: [{ name: 'keeper', pages: [], presets: keeper }] },
  )
  await app.user.click(screen.getByRole('button', { name: '筛选方案' }))
  await screen.findByText('夜班')
  return app
}

describe('filter presets', () => {
  it('saves the present filter, shares, overwrites and deletes it', async () => {
    const { saved } = keep()
    const { user } = await open()
    await user.type(screen.getByRole('textbox', { name: '方案名称' }), ' 失败 {Enter}')
    await user.click(await screen.findByRole('button', { name: '共享 失败' }))
    await user.click(await screen.findByRole('button', { name: '用当前筛选覆盖 失败' }))
    expect(saved).toMatchObject([
      { page: 'audit.rows', name: '失败', filter: { result: 'failed' }, isShared: false },
      { id: 'p1', isShared: true },
      { id: 'p1', filter: { result: 'failed' } },
    ])
    await user.click(screen.getByRole('button', { name: '删除 失败' }))
    await waitFor(() => expect(screen.queryByText('失败')).toBeNull())
  })

  it('applies one of somebody else, who alone may change it', async () => {
    keep()
    const onApply = vi.fn()
    const { user } = await open(onApply)
    expect(screen.queryByRole('button', { name: '删除 夜班' })).toBeNull()
    await user.click(screen.getByRole('button', { name: /^夜班/ }))
    expect(onApply).toHaveBeenCalledExactlyOnceWith({ actor: 'zhou' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('offers no sharing without the permission', async () => {
    keep(false)
    const { user } = await open()
    await user.type(screen.getByRole('textbox', { name: '方案名称' }), '失败{Enter}')
    await screen.findByRole('button', { name: '删除 失败' })
    expect(screen.queryByRole('button', { name: '共享 失败' })).toBeNull()
  })

  it('is not there where nothing keeps presets', async () => {
    await renderWithApp(<PresetPicker page="x" presets={{ filter: {}, onApply: () => {} }} />)
    expect(screen.queryByRole('button')).toBeNull()
  })
})
