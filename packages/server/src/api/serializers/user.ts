export function userShape({ userId, name, email }: { userId: number; name: string; email: string }) {
  return { id: String(userId), name: name || email, username: email, email, isActive: true };
}
