let complaints: string[] = []

export function noteComplaint(text: string): void {
  complaints.push(text)
}

/** What console.error was given since the last look; a test that expects some takes them away. */
export function takeComplaints(): string[] {
  const taken = complaints
  complaints = []
  return taken
}
