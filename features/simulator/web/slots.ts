import type { RecordedFrame } from '@qd/scenario'
import type { ComponentType, ReactNode } from 'react'
import type { ConnectionTarget } from '../contract/index.ts'

/** Frames somebody recorded, to make something of them. */
export interface FrameRecording {
  /** What the connection is called. */
  title: string
  /** In their order; `n` is the number in the time line. */
  frames: readonly (RecordedFrame & { n: number })[]
  /** The command of Enter; null: the console knows of none. */
  enterCmd: number | null
  /** Commands nobody means to do again, like the heartbeat. */
  leaveOut: readonly number[]
  /** Frames that were recorded and are too many to be in `frames`. */
  left: number
}

declare module '@qd/web-frame' {
  /** What other features make of frames. */
  interface WebSlots {
    /** In a dialog, once a recording has ended. */
    recordedFrames?: ComponentType<{
      recording: FrameRecording
      /** The player's state before and after, to be shown with it. */
      state: ReactNode
      onClose: () => void
    }>
    /** Below the time line: what goes on with the game the page is about. */
    belowTimeLine?: ComponentType<{ target: ConnectionTarget | null }>
  }
}
