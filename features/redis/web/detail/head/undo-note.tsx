import { IconButton } from '@qd/web-controls'
import { toast } from '@qd/web-frame'
import { Button } from 'antd'
import { Undo2, X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { openBin } from '../../bin/bin-dialog.tsx'
import { redisText, useRedisTexts } from '../../texts.ts'
import { showKey } from '../../workspace/workspace.ts'
import { forgetChange, sendEdit, useLastChange } from '../edit/changes.ts'
import { databaseIdOf } from '../key-place.ts'
import type { KeyPlace } from '../key-place.ts'
import styles from '../detail.module.css'

/** The way back from the last change of a key, until it is dismissed or there is a newer one. */
export function UndoNote({ place }: { place: KeyPlace }): ReactNode {
  const t = useRedisTexts()
  const change = useLastChange(place)
  const [isRunning, setRunning] = useState(false)
  if (change === null || (change.undo === null && change.binId === '')) return null
  const { undo } = change
  const takeBack = async (): Promise<void> => {
    if (undo === null) return
    setRunning(true)
    try {
      await sendEdit(place, undo, true)
      if (undo.kind === 'rename') showKey({ databaseId: databaseIdOf(place), key: undo.to })
      toast.success(redisText('detail.undone'))
    } catch {
      // The message of the call says why; the way back stays.
    } finally {
      setRunning(false)
    }
  }
  return (
    <span className={styles.undo} role="status">
      {t(undo === null ? 'detail.inBin' : change.isUndo ? 'detail.undone' : 'detail.saved')}
      {undo === null ? (
        <Button size="small" type="link" onClick={() => openBin(place)}>
          {t('bin.open')}
        </Button>
      ) : (
        <Button
          size="small"
          type="link"
          loading={isRunning}
          icon={<Undo2 size={13} aria-hidden />}
          onClick={() => void takeBack()}
        >
          {t(change.isUndo ? 'detail.redo' : 'detail.undo')}
        </Button>
      )}
      <IconButton isSmall label={t('detail.dismiss')} onClick={() => forgetChange(place)}>
        <X size={13} aria-hidden />
      </IconButton>
    </span>
  )
}
