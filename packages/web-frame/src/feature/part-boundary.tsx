import { Component } from 'react'
import type { ReactNode } from 'react'
import { isLostFile } from '../states/is-lost-file.ts'

/**
 * A part of a page that could not be fetched takes nothing with it: browsers remember the failure, so it is missing
 * until the page is loaded again. Other faults go on to the page.
 */
export class PartBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    if (isLostFile(error)) return null
    throw error
  }
}
