import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { isCallError } from '@qd/web-base'
import { useKitText } from '@qd/web-base'
import { ErrorState } from '@qd/web-frame'
import { useFeatures } from '@qd/web-frame'
import { LoadingRows } from '@qd/web-controls'
import type { FilterPresets } from '../list/data-table-props.ts'
import { TablePopover } from '../grid/table-popover.tsx'
import type { PresetKeeper } from '@qd/web-frame'
import { PresetList } from './preset-list.tsx'
import styles from './presets.module.css'

/** Characters of a preset's name. */
const MAX_NAME = 40

interface BoxProps {
  page: string
  presets: FilterPresets
  keeper: PresetKeeper
  onClose: () => void
}

function SaveRow(props: { onSave: (name: string) => Promise<void> }): ReactNode {
  const t = useKitText()
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    if (name.trim() === '' || isBusy) return
    setBusy(true)
    try {
      await props.onSave(name.trim())
      setName('')
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className={styles.save}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Input
        aria-label={t('preset.name')}
        placeholder={t('preset.name')}
        maxLength={MAX_NAME}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button htmlType="submit" loading={isBusy} disabled={name.trim() === ''}>
        {t('preset.save')}
      </Button>
    </form>
  )
}

function PresetBox({ page, presets, keeper, onClose }: BoxProps): ReactNode {
  const client = useQueryClient()
  const queryKey = ['presets', page]
  const list = useQuery({ queryKey, queryFn: () => keeper.list(page) })
  // What fails is told by the call itself; the list shows what is true either way.
  const run = async (work: Promise<unknown>) => {
    await work.catch((error: unknown) => {
      if (!isCallError(error)) throw error
    })
    await client.invalidateQueries({ queryKey })
  }
  const { filter } = presets
  return (
    <>
      {list.isPending ? <LoadingRows rows={3} /> : null}
      {isCallError(list.error) ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data === undefined ? null : (
        <PresetList
          presets={list.data}
          mayShare={keeper.mayShare()}
          onApply={(preset) => {
            presets.onApply({ ...preset.filter })
            onClose()
          }}
          onOverwrite={({ id, name, isShared }) =>
            void run(keeper.save({ id, page, name, filter, isShared }))
          }
          onShare={(preset) =>
            void run(
              keeper.save({
                id: preset.id,
                page,
                name: preset.name,
                filter: preset.filter,
                isShared: !preset.isShared,
              }),
            )
          }
          onRemove={({ id }) => void run(keeper.remove(id))}
        />
      )}
      <SaveRow onSave={(name) => run(keeper.save({ page, name, filter, isShared: false }))} />
    </>
  )
}

/** Saves the page's filter under a name and brings it back. */
export function PresetPicker(props: { page: string; presets: FilterPresets }): ReactNode {
  const t = useKitText()
  const keeper = useFeatures().find(({ presets }) => presets !== undefined)?.presets
  if (keeper === undefined) return null
  return (
    <TablePopover label={t('preset.title')} icon={<Bookmark size={15} />}>
      {(close) => <PresetBox {...props} keeper={keeper} onClose={close} />}
    </TablePopover>
  )
}
