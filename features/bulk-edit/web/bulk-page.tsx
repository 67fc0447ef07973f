import { SelectionMissing } from '@qd/web-calls'
import { NoPermission, useMarkUnsaved } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { bulkEditPermission } from '../contract/index.ts'
import { hasList, useBulkDraft } from './bulk-draft.ts'
import { BulkJobsPanel } from './bulk-jobs-panel.tsx'
import styles from './bulk.module.css'
import { ChangesStep } from './changes-step.tsx'
import { PlayersStep } from './players-step.tsx'
import { PreviewStep } from './preview-step.tsx'
import { StartStep } from './start-step.tsx'
import { useBulkPlace } from './use-bulk-place.ts'
import type { BulkPlace } from './use-bulk-place.ts'
import { useBulk } from './use-bulk.ts'

function BulkSteps({ place }: { place: BulkPlace }): ReactNode {
  const bulk = useBulk(place)
  return (
    <>
      <div className={styles.steps}>
        <PlayersStep place={place} bulk={bulk} />
        <ChangesStep place={place} bulk={bulk} />
      </div>
      <div className={styles.steps}>
        <PreviewStep bulk={bulk} />
        <StartStep place={place} bulk={bulk} />
      </div>
    </>
  )
}

/** One set of changes for many players: list, changes, preview, start; beside them the bulk edits made here. */
export default function BulkPage(): ReactNode {
  const place = useBulkPlace()
  const draft = useBulkDraft()
  useMarkUnsaved(hasList(draft) ? draft.changes.length + 1 : 0)
  const { routerName, code } = bulkEditPermission
  if (place === 'server') return <SelectionMissing missing="server" />
  if (place === null) return <NoPermission permission={`${routerName}.${code}`} />
  return (
    <div className={styles.page}>
      <BulkSteps place={place} />
      <BulkJobsPanel place={place} />
    </div>
  )
}
