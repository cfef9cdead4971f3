// Times in everyday words.

/** "about 12 min left"; empty if nobody knows. */
export function timeLeft(seconds: number | null): string {
  if (seconds === null) return "";
  if (seconds < 60) return "under a minute left";
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `about ${minutes} min left`;
  return `about ${Math.round(minutes / 60)} hours left`;
}

/** "3 min ago", from a time in seconds since 1970. */
export function ago(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60);
  if (minutes < 1) return "just now";
  if (minutes < 90) return `${minutes} min ago`;
  const hours = Math.round(minutes / 60);
  return hours < 36 ? `${hours} hours ago` : `${Math.round(hours / 24)} days ago`;
}
