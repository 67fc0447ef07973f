import type { Risk } from '@qd/contract-kit'
import { isCallError } from '@qd/web-base'

/** What a refusal says of the approval a call needs. */
export interface ApprovalWanted {
  type: string
  risk: Risk
  policy: { name: string; stages: readonly { name: string; need: number; groups: readonly string[] }[] }
  /** What it touches, by which own requests on the same are found. */
  objects?: readonly string[]
}

/** A call that was refused because somebody has to approve it first. */
export interface UnapprovedCall extends ApprovalWanted {
  /** `POST /adjust/bulk/start` */
  route: string
  input: object
  text: string | Blob
  /** What the form already asked for; empty: nothing. */
  reason: string
}

/** Whether it was handed in; false: the operator decided against it. */
type HandIn = (refused: UnapprovedCall) => Promise<boolean>

let loadDesk: () => Promise<HandIn> = () => Promise.reject(new Error('nobody takes requests for approval'))

/** Says where calls are handed in; loaded when first needed. */
export function provideApprovals(load: () => Promise<HandIn>): void {
  loadDesk = load
}

/** Asks for what a request needs and hands it in; false where the operator decided against it. */
export async function handInForApproval(refused: UnapprovedCall): Promise<boolean> {
  const handIn = await loadDesk()
  return handIn(refused)
}

/** The approval a failed call needs; null: it failed for another reason. */
export function approvalIn(error: unknown): ApprovalWanted | null {
  if (!isCallError(error) || error.code !== 'approval_required') return null
  const { type, risk, policy, objects } = (error.details ?? {}) as Partial<ApprovalWanted>
  if (type === undefined || risk === undefined || policy === undefined) return null
  return { type, risk, policy, ...(objects === undefined ? {} : { objects }) }
}

let isOn = false

/** Whether calls may be refused for an approval: then nobody types a name before the server has said which of the two it wants. */
export function setApprovalsOn(next: boolean): void {
  isOn = next
}

export const areApprovalsOn = (): boolean => isOn
