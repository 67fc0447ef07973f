import { useMay } from '@qd/web-calls'
import { SegmentedControl } from '@qd/web-controls'
import { FileButton, alertBox } from '@qd/web-frame'
import type { CallError } from '@qd/web-base'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { MAX_PLAYERS_OF_JOB, runFunctionOnList } from '../../contract/index.ts'
import type { FunctionEntry } from '../../contract/index.ts'
import { readUIds } from '../model/read-uids.ts'
import type { Audience } from '../model/run-draft.ts'
import { useFunctionHome } from '../place/function-home.ts'
import { useFunctionTexts } from '../texts.ts'
import { useDraft } from './function-drafts.ts'
import styles from './target-choice.module.css'

const FAULTS_SHOWN = 5

/** The players that the server has refused as none of its own. */
function foreignIn(failure: CallError | null): readonly string[] {
  const { uIds } = (failure?.details ?? {}) as { uIds?: unknown }
  if (failure?.code !== 'function_players_foreign' || !Array.isArray(uIds)) return []
  return uIds.filter((uId): uId is string => typeof uId === 'string')
}

/** What was read of the pasted list, and what in it is no uId or none of this server. */
function ListReport({ text, foreign }: { text: string; foreign: readonly string[] }): ReactNode {
  const t = useFunctionTexts()
  const { uIds, lineOf, duplicates, invalid } = readUIds(text)
  const elsewhere = foreign.filter((uId) => lineOf.has(uId))
  return (
    <div className={styles.report} aria-live="polite">
      <span>{t('target.listCount', { number: uIds.length })}</span>
      {duplicates === 0 ? null : <span>{t('target.duplicates', { number: duplicates })}</span>}
      {uIds.length <= MAX_PLAYERS_OF_JOB ? null : (
        <span className={styles.bad}>{t('target.tooMany', { number: MAX_PLAYERS_OF_JOB })}</span>
      )}
      {invalid.slice(0, FAULTS_SHOWN).map(({ line, text: found }) => (
        <span key={`${line} ${found}`} className={styles.bad}>
          {t('target.notUId', { line, text: found })}
        </span>
      ))}
      {elsewhere.slice(0, FAULTS_SHOWN).map((uId) => (
        <span key={uId} className={styles.bad}>
          {t('target.notHere', { line: lineOf.get(uId) ?? 0, text: uId })}
        </span>
      ))}
      {invalid.length <= FAULTS_SHOWN ? null : (
        <span className={styles.bad}>
          {t('target.moreFaults', { number: invalid.length - FAULTS_SHOWN })}
        </span>
      )}
    </div>
  )
}

function PlayerList({ entry }: { entry: FunctionEntry }): ReactNode {
  const t = useFunctionTexts()
  const { draft, patch } = useDraft(entry)
  const read = async (chosen: File) => {
    const text = await chosen.text()
    // A spreadsheet or a picture is full of zero bytes; a list is not.
    if (text.includes('\0')) return alertBox(undefined, t('target.notText', { name: chosen.name }))
    patch({ listText: text })
  }
  return (
    <div className={styles.list} data-run-part="list">
      <Input.TextArea
        className="qd-mono"
        aria-label={t('target.list')}
        placeholder={t('target.listHint')}
        autoSize={{ minRows: 3, maxRows: 8 }}
        spellCheck={false}
        value={draft.listText}
        onChange={({ target }) => patch({ listText: target.value })}
      />
      <div className={styles.under}>
        <ListReport text={draft.listText} foreign={foreignIn(draft.failure)} />
        <FileButton
          size="small"
          label={t('target.file')}
          accept=".txt,.csv,text/plain,text/csv"
          onFile={read}
        />
      </div>
    </div>
  )
}

/** Whom the function is run on: the player in view, a list of players, or the server. */
export function TargetChoice({ entry }: { entry: FunctionEntry }): ReactNode {
  const t = useFunctionTexts()
  const home = useFunctionHome()
  const { draft, patch } = useDraft(entry)
  const { game, partnerCode, lineId, sId } = home
  const canRunMany = useMay(runFunctionOnList, { game, operator: partnerCode, lineId, sId })
  if (entry.target !== 'player') {
    return (
      <p className={styles.one}>
        {t(`target.${entry.target}`, { server: `S${sId} ${home.serverName}`.trim() })}
      </p>
    )
  }
  const player = home.uId === '' ? null : `${home.playerName} ${home.uId}`.trim()
  return (
    <div className={styles.choice}>
      {canRunMany ? (
        <SegmentedControl<Audience>
          label={t('target.title')}
          value={draft.audience}
          segments={[
            { value: 'one', label: t('target.player') },
            { value: 'list', label: t('target.list') },
          ]}
          onChange={(audience) => patch({ audience })}
        />
      ) : null}
      {draft.audience === 'list' && canRunMany ? (
        <PlayerList entry={entry} />
      ) : player === null ? (
        <p className={styles.none}>{t('target.noPlayer')}</p>
      ) : (
        <p className={styles.one}>
          <bdi>{player}</bdi>
        </p>
      )}
    </div>
  )
}
