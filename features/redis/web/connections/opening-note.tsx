import { IconButton } from '@qd/web-controls'
import { Button } from 'antd'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RedisConnection } from '../../contract/index.ts'
import { useRedisTexts } from '../texts.ts'
import { editConnection, openAsCluster, startOpening, testStored } from './connection-actions.ts'
import type { ActionContext } from './connection-actions.ts'
import styles from './connections.module.css'
import { dismissNote } from './openings.ts'
import type { Opening } from './openings.ts'
import { openPasswordDialog } from './password-dialog.tsx'

interface NoteProps {
  connection: RedisConnection
  opening: Opening
  context: ActionContext
}

/** Failures that another password may repair. */
const ABOUT_PASSWORD = new Set(['redis_auth_failed', 'redis_password_needed'])
/** Failures of what stands in the connection: trying again changes nothing. */
const ABOUT_CONFIG = new Set(['redis_host_key_changed', 'redis_key_file_expired', 'redis_network_forbidden'])

function Failure({ connection, opening, context }: NoteProps): ReactNode {
  const t = useRedisTexts()
  const { error } = opening
  if (error === null) return null
  return (
    <div className={styles.note} data-tone="error">
      <p role="alert">{error.message}</p>
      <div className={styles.noteActions}>
        {ABOUT_CONFIG.has(error.code) ? null : (
          <Button size="small" onClick={() => void startOpening(connection)}>
            {t('connections.again')}
          </Button>
        )}
        {ABOUT_PASSWORD.has(error.code) && !connection.asksPassword ? (
          <Button size="small" onClick={() => openPasswordDialog(connection, 0)}>
            {t('connections.otherPassword')}
          </Button>
        ) : null}
        {connection.mayManage ? (
          <>
            <Button size="small" onClick={() => testStored(connection)}>
              {t('connections.test.title')}
            </Button>
            <Button size="small" onClick={() => void editConnection(connection, context)}>
              {t('connections.edit')}
            </Button>
          </>
        ) : null}
      </div>
    </div>
  )
}

function ClusterOffer({ connection, context }: NoteProps): ReactNode {
  const t = useRedisTexts()
  return (
    <div className={styles.note} data-tone="warn">
      <p role="status">{t('connections.clusterNode')}</p>
      {connection.mayManage && !connection.isManaged ? (
        <div className={styles.noteActions}>
          <Button size="small" onClick={() => void openAsCluster(connection, context)}>
            {t('connections.asCluster')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** Below a connection: why it could not be opened and what repairs that, or that it is one node of a cluster. */
export function OpeningNote(props: NoteProps): ReactNode {
  const t = useRedisTexts()
  const { opening, connection } = props
  if (opening.error === null && !opening.offersCluster) return null
  return (
    <div className={styles.noteBox}>
      {opening.error === null ? <ClusterOffer {...props} /> : <Failure {...props} />}
      <IconButton
        isSmall
        className={styles.noteClose}
        label={t('connections.dismiss')}
        onClick={() => dismissNote(connection.id)}
      >
        <X size={12} aria-hidden />
      </IconButton>
    </div>
  )
}
