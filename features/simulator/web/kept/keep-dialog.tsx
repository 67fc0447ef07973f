import { formatQuantity, isCallError, useKitText } from '@qd/web-base'
import { DialogActions, openDialog, toast } from '@qd/web-frame'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { queryClient, queryKeyOf } from '@qd/web-calls'
import { keptList } from '../../contract/index.ts'
import type { KeptTimeline } from '../../contract/index.ts'
import { askConnection } from '../connections/connection-store.ts'
import { simulatorText, useSimulatorTexts } from '../texts.ts'

const MOST_NAME = 100

/** Keeps a time line; a large one is asked for again until it is done. */
async function keepTimeline(
  connection: string,
  name: string,
  onProgress: (done: number, total: number) => void,
): Promise<KeptTimeline> {
  let answer = await askConnection(connection, 'keep', { name })
  while (answer.kept === null) {
    onProgress(answer.frames, answer.of)
    answer = await askConnection(connection, 'keep', {})
  }
  return answer.kept
}

function KeepForm(props: { connection: string; usualName: string; onClose: () => void }): ReactNode {
  const t = useSimulatorTexts()
  const kit = useKitText()
  const { connection, usualName, onClose } = props
  const [name, setName] = useState(usualName.slice(0, MOST_NAME))
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const [fault, setFault] = useState('')
  const [isRunning, setRunning] = useState(false)
  const keep = async (): Promise<void> => {
    setRunning(true)
    setFault('')
    try {
      const kept = await keepTimeline(connection, name.trim(), (done, total) => setProgress({ done, total }))
      toast.success(t('page.kept.done', { name: kept.name }))
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(keptList) })
      onClose()
    } catch (error) {
      if (!isCallError(error)) throw error
      setFault(error.message)
    } finally {
      setRunning(false)
      setProgress(null)
    }
  }
  return (
    <Form layout="vertical" requiredMark={false} onFinish={() => void keep()}>
      <Form.Item
        label={t('page.kept.name')}
        htmlFor="kept-name"
        validateStatus={fault === '' ? '' : 'error'}
        help={fault === '' ? t('page.kept.hint') : <span role="alert">{fault}</span>}
      >
        <Input
          id="kept-name"
          data-first-focus
          maxLength={MOST_NAME}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Form.Item>
      {progress === null ? null : (
        <p role="status">
          {t('page.kept.progress', {
            done: formatQuantity(progress.done),
            total: formatQuantity(progress.total),
          })}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={isRunning} disabled={name.trim() === ''}>
          {t('page.kept.keep')}
        </Button>
      </DialogActions>
    </Form>
  )
}

/** Asks for a name and keeps the time line of a connection on its node. */
export function openKeepDialog(connection: string, usualName: string): void {
  openDialog(({ close }) => <KeepForm connection={connection} usualName={usualName} onClose={close} />, {
    title: simulatorText('page.kept.keepTitle'),
    width: 460,
  })
}
