import { z } from '@qd/contract-kit'
import { Form, FormActions, PasswordField, useZodForm } from '@qd/web-forms'
import { openDialog } from '@qd/web-frame'
import type { ReactNode } from 'react'
import type { RedisConnection } from '../../contract/index.ts'
import { redisText, useRedisTexts } from '../texts.ts'
import styles from './connections.module.css'
import { dismissNote, openDatabase } from './openings.ts'

const typed = z.object({ password: z.string().check(z.maxLength(4_096)) })

interface Props {
  connection: RedisConnection
  db: number
}

/** The password goes to the server and stays in the session there; the page forgets it with the dialog. */
function PasswordForm({ connection, db, onClose }: Props & { onClose: () => void }): ReactNode {
  const t = useRedisTexts()
  const form = useZodForm({
    schema: typed,
    initial: { password: '' },
    send: async ({ password }) => {
      const failure = await openDatabase(connection, db, password)
      if (failure === null) return
      // It stands in the dialog; once is enough.
      dismissNote(connection.id)
      throw failure
    },
    onSent: onClose,
  })
  const { username, host, port } = connection
  const at = host === '' ? connection.name : `${host}:${port}`
  return (
    <Form form={form}>
      <PasswordField
        name="password"
        label={t('connections.passwordOf', { at: username === '' ? at : `${username} @ ${at}` })}
        autoComplete="new-password"
        isFirst
      />
      <p className={styles.hint}>{t('connections.passwordKept')}</p>
      <FormActions submitLabel={t('connections.open')} onCancel={onClose} />
    </Form>
  )
}

export function openPasswordDialog(connection: RedisConnection, db: number): void {
  openDialog(({ close }) => <PasswordForm connection={connection} db={db} onClose={close} />, {
    title: redisText('connections.openTitle', { name: connection.name }),
    width: 420,
  })
}
