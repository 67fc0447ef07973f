import { SegmentedControl } from '@qd/web-controls'
import { EmptyState, FileButton } from '@qd/web-frame'
import { Select, Switch } from 'antd'
import { FileInput } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { placeId } from '@qd/player-diff'
import { ALL_POLICIES, fittingPolicy } from '@qd/player-edit'
import { useBulkTexts } from './texts.ts'
import { useBulkDraft } from './bulk-draft.ts'
import styles from './bulk.module.css'
import { ChangeRow } from './change-row.tsx'
import { importChangeSet } from './import-set.ts'
import { Step } from './step.tsx'
import type { BulkPlace } from './use-bulk-place.ts'
import type { Bulk } from './use-bulk.ts'

/** What becomes of players who are online, as far as all servers of the list can do it. */
function PolicyChoice({ bulk }: { bulk: Bulk }): ReactNode {
  const t = useBulkTexts()
  const { policy, patch } = useBulkDraft()
  const offered = bulk.policies ?? ALL_POLICIES
  return (
    <div className={styles.rule}>
      <span>{t('policy.label')}</span>
      {offered.length === 0 ? (
        <span className={styles.failure}>{t('rules.noPolicy')}</span>
      ) : (
        <Select
          size="small"
          aria-label={t('policy.label')}
          popupMatchSelectWidth={false}
          value={fittingPolicy(policy, offered)}
          options={offered.map((value) => ({ value, label: t(`policy.${value}`) }))}
          onChange={(next) => patch({ policy: next })}
        />
      )}
    </div>
  )
}

function Rules({ bulk }: { bulk: Bulk }): ReactNode {
  const t = useBulkTexts()
  const { changes, onlyUnchanged, existing, patch } = useBulkDraft()
  const hasAdd = changes.some(({ change }) => change.op === 'add')
  return (
    <div className={styles.rules}>
      <label className={styles.rule}>
        <Switch
          size="small"
          checked={onlyUnchanged}
          aria-label={t('rules.onlyUnchanged')}
          onChange={(next) => patch({ onlyUnchanged: next })}
        />
        <span>
          {t('rules.onlyUnchanged')}
          <small>{t('rules.onlyUnchangedHint')}</small>
        </span>
      </label>
      {hasAdd ? (
        <div className={styles.rule}>
          <span>{t('rules.existing')}</span>
          <SegmentedControl
            label={t('rules.existing')}
            value={existing}
            segments={[
              { value: 'skip', label: t('rules.skip') },
              { value: 'refuse', label: t('rules.fail') },
            ]}
            onChange={(next) => patch({ existing: next })}
          />
        </div>
      ) : null}
      <PolicyChoice bulk={bulk} />
    </div>
  )
}

/** A file of changes, made on one player, becomes part of the set. */
function ImportButton({ onFile }: { onFile: (file: File) => unknown }): ReactNode {
  const t = useBulkTexts()
  return (
    <FileButton
      size="small"
      icon={<FileInput size={13} aria-hidden />}
      label={`${t('import.title')}…`}
      accept=".json,application/json"
      onFile={onFile}
    />
  )
}

/** The change the server refused, by its place in the set; -1: none of them. */
function refusedIndex({ failure }: Bulk): number {
  return Number(/^set\.changes\.(\d+)/.exec(failure?.field ?? '')?.[1] ?? -1)
}

/** Step 2: what is changed in every player, and under which conditions. */
export function ChangesStep({ place, bulk }: { place: BulkPlace; bulk: Bulk }): ReactNode {
  const t = useBulkTexts()
  const changes = useBulkDraft((draft) => draft.changes)
  const [fault, setFault] = useState<string | null>(null)
  return (
    <Step
      number={2}
      title={t('step.changes')}
      note={changes.length === 0 ? undefined : changes.length}
      failure={fault}
      actions={<ImportButton onFile={(file) => importChangeSet(file, place).then(setFault)} />}
    >
      {changes.length === 0 ? (
        <EmptyState title={t('changes.none')} hint={t('changes.noneHint')} />
      ) : (
        <>
          <ul className={styles.changes} aria-label={t('step.changes')}>
            {changes.map((draft, index) => (
              <ChangeRow
                key={placeId(draft.change)}
                draft={draft}
                index={index}
                isRefused={index === refusedIndex(bulk)}
              />
            ))}
          </ul>
          <Rules bulk={bulk} />
        </>
      )}
    </Step>
  )
}
