import { useKitText } from '@qd/web-base'
import { useSend } from '@qd/web-calls'
import { LoadingRows } from '@qd/web-controls'
import { DialogActions, ErrorState, openDialog } from '@qd/web-frame'
import { Button } from 'antd'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { testConnection } from '../../contract/index.ts'
import type { RedisConnection } from '../../contract/index.ts'
import { redisText, useRedisTexts } from '../texts.ts'
import { configOf } from './connection-draft.ts'
import styles from './connections.module.css'
import { TestSteps } from './test-steps.tsx'

function TestStored({
  connection,
  onClose,
}: {
  connection: RedisConnection
  onClose: () => void
}): ReactNode {
  const t = useRedisTexts()
  const kit = useKitText()
  const test = useSend(testConnection, {
    tag: 'redis:connections.test.title',
    told: 'inline',
    keepsSession: true,
  })
  const { id, lineId } = connection
  const run = (): void =>
    test.mutate({ body: { lineId, connectionId: id, config: configOf(connection), secrets: {} } })
  // Who opens the dialog has asked for the test.
  // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  useEffect(run, [])
  return (
    <>
      {test.isError ? <ErrorState error={test.error} /> : null}
      {test.isPending ? <LoadingRows rows={4} /> : null}
      {test.data === undefined ? null : <TestSteps tested={test.data} />}
      {connection.asksPassword ? <p className={styles.hint}>{t('connections.test.noPassword')}</p> : null}
      <DialogActions>
        <Button loading={test.isPending} onClick={run}>
          {t('connections.test.again')}
        </Button>
        <Button type="primary" onClick={onClose}>
          {kit('ok')}
        </Button>
      </DialogActions>
    </>
  )
}

/** Tests a connection as it is stored. */
export function openTestDialog(connection: RedisConnection): void {
  openDialog(({ close }) => <TestStored connection={connection} onClose={close} />, {
    title: redisText('connections.test.of', { name: connection.name }),
    width: 460,
  })
}
