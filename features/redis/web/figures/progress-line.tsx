import { IconButton } from '@qd/web-controls'
import { Pause, Play, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './figures.module.css'

type Steering = 'pause' | 'resume' | 'cancel'

interface ProgressLineProps {
  /** Of the bar, for those who do not see it. */
  label: string
  percent: number
  /** As the server names it; the bar has its colour. */
  state: string
  /** How far it is, in numbers. */
  text: string
  /** The state in words, and what stands before them. */
  stateText: string
  before?: string
  title?: string | undefined
  actions?: ReactNode
  /** Notes below the bar. */
  children?: ReactNode
}

/** How far something is that examines keys: numbers, state in words, what can be done, and a bar. */
export function ProgressLine(props: ProgressLineProps): ReactNode {
  const { percent, state } = props
  return (
    <div className={styles.progress} title={props.title}>
      <div className={styles.progressText}>
        <span className={styles.examined}>{props.text}</span>
        <span className={styles.state} data-state={state}>
          {props.before}
          <span role="status">{props.stateText}</span>
        </span>
        {props.actions}
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={props.label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(percent)}
        data-state={state}
      >
        <span style={{ transform: `scaleX(${percent / 100})` }} />
      </div>
      {props.children}
    </div>
  )
}

/** The room of the line before there is anything to say. */
export const NoProgressLine = (): ReactNode => <div className={styles.progress} aria-hidden />

/** Pause or resume, and cancel, of what runs or is paused. */
export function SteeringButtons(props: {
  isRunning: boolean
  labels: Record<Steering, string>
  onSteer: (how: Steering) => void
}): ReactNode {
  const how = props.isRunning ? 'pause' : 'resume'
  const Icon = props.isRunning ? Pause : Play
  return (
    <>
      <IconButton isSmall label={props.labels[how]} onClick={() => props.onSteer(how)}>
        <Icon size={13} aria-hidden />
      </IconButton>
      <IconButton isSmall label={props.labels.cancel} onClick={() => props.onSteer('cancel')}>
        <Square size={12} aria-hidden />
      </IconButton>
    </>
  )
}
