import { z } from '@qd/contract-kit'
import { useTexts } from '@qd/web-base'
import { playerAddress, useCalls, useScope } from '@qd/web-calls'
import { Panel, Tag } from '@qd/web-controls'
import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { lookup, placeCandidate } from '../../contract/index.ts'
import type { PlaceCandidate } from '../../contract/index.ts'
import '../texts.ts'
import styles from './player-choice.module.css'

const details = z.object({ candidates: z.array(placeCandidate) })

function readCandidates(value: unknown): readonly PlaceCandidate[] {
  const read = details.safeParse(value)
  return read.success ? read.data.candidates : []
}

interface RowProps {
  uId: string
  candidate: PlaceCandidate
  /** Name in that game; undefined while it is looked up or when it cannot be. */
  name: string | undefined
  isMissing: boolean
}

function Candidate({ uId, candidate, name, isMissing }: RowProps): ReactNode {
  const t = useTexts('scope')
  const { game, partnerCode, lineId, sId, serviceName } = candidate
  const gameName = useScope(({ games }) => games.find(({ id }) => id === game)?.name ?? game)
  const what = (
    <>
      <span className={styles.who}>
        <strong>{gameName}</strong>
        {name === undefined ? null : <bdi>{name}</bdi>}
        {isMissing ? <Tag>{t('uId.choice.none')}</Tag> : null}
      </span>
      <code className={styles.place}>{`${partnerCode} › ${lineId} › S${sId} ${serviceName}`}</code>
    </>
  )
  return (
    <li>
      {isMissing ? (
        <span className={styles.row}>{what}</span>
      ) : (
        <Link className={styles.row} to={playerAddress({ uId, game })} replace>
          {what}
        </Link>
      )}
    </li>
  )
}

/** Which player is meant, where several games have the uId: each with its place and the name it has there. */
export function PlayerChoice({ uId, details: told }: { uId: string; details: unknown }): ReactNode {
  const t = useTexts('scope')
  const candidates = readCandidates(told)
  const found = useCalls(
    lookup,
    candidates.map(({ game }) => ({ query: { uId, game } })),
    {
      tag: 'scope:uId.label',
      told: { quiet: 'the row stands without a name; opening it tells the failure' },
    },
  )
  return (
    <Panel title={t('uId.choice.title', { uId })} icon={<Users size={15} aria-hidden />} bodyPadding={12}>
      <p className={styles.text}>{t('uId.choice.text')}</p>
      <ul className={styles.rows}>
        {candidates.map((candidate, index) => (
          <Candidate
            key={`${candidate.game}/${candidate.lineId}`}
            uId={uId}
            candidate={candidate}
            name={found[index]?.data?.name}
            isMissing={found[index]?.error?.code === 'player_not_found'}
          />
        ))}
      </ul>
    </Panel>
  )
}
