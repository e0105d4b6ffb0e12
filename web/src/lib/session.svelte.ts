import { api } from './api';
import { prefs, say } from './prefs.svelte';
import type { Person } from './types';

class Session {
  person = $state.raw<Person | null>(null);
  known = $state(false);

  async load(): Promise<void> {
    try {
      this.person = (await api.me()).person;
    } finally {
      this.known = true;
    }
  }

  async sign(how: 'login' | 'register', name: string, password: string): Promise<void> {
    this.person = (await api[how](name, password)).person;
  }

  async leave(): Promise<void> {
    await api.logout();
    this.person = null;
  }

  async enter(name: string): Promise<void> {
    this.person = (await api.guest(name)).person;
  }

  /** The page speaks the other language, and a guest without a name of his own is called by its word for one. */
  async changeLanguage(): Promise<void> {
    const unnamed = this.person?.guest && this.person.name === say('guest');
    prefs.toggleLanguage();
    if (unnamed) this.person = (await api.rename(say('guest'))).person;
  }
}

export const session = new Session();
