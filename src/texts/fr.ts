import type { Texts } from './catalogue.ts';
import { withNoBreakSpaces } from './no-break-spaces.ts';

export const fr: Texts = withNoBreakSpaces({
  language: {
    tag: 'fr',
    name: 'Français',
    dir: 'ltr',
    offer: 'Ce site existe aussi en français.',
    close: 'Fermer',
  },
  messages: {
    // Application flow (4, 8)
    applied: 'Formulaire envoyé. Veuillez envoyer vos documents.',
    documentUploaded: 'Document envoyé',
    alreadyApplied: 'Vous avez déjà postulé à un emploi il y a moins d’un an.',
    processingFailed: 'Une erreur s’est produite pendant le traitement de votre demande.',
    unspecified: 'Une erreur inconnue s’est produite.',
    error: 'Erreur',
    coverLetterRequired: 'Votre lettre de motivation est obligatoire.',
    coverLetterPlaceholder: 'Écrivez votre lettre de motivation…',

    // Documents (5)
    uploadErrorTitle: 'Une erreur s’est produite',
    invalidFileType: 'Type de fichier non valable pour « {field} »',
    fileTooLarge: 'Le fichier est trop grand pour {field}',

    // Contact (2, 4)
    contactTitle: 'NOUS CONTACTER',
    messageSent: 'Message envoyé',

    // Openings and search (2, 5, 8)
    selectCompanyOption: 'Choisir une entreprise…',
    selectCompany: 'Veuillez choisir une entreprise',
    selectCompanyToSearch: 'Veuillez choisir une entreprise pour lancer la recherche…',
    noOpeningsFound: 'Aucune offre trouvée pour « {query} »',

    // Generic form messages (5)
    required: 'Ce champ est obligatoire.',
    remote: 'Veuillez corriger ce champ.',
    email: 'Veuillez saisir une adresse e-mail valable.',
    url: 'Veuillez saisir une adresse web valable.',
    date: 'Veuillez saisir une date valable.',
    dateISO: 'Veuillez saisir une date valable (ISO).',
    number: 'Veuillez saisir un nombre valable.',
    digits: 'Veuillez saisir des chiffres seulement.',
    equalTo: 'Veuillez saisir la même valeur une deuxième fois.',
    maxlength: 'Veuillez saisir {0} caractères au plus.',
    minlength: 'Veuillez saisir au moins {0} caractères.',
    rangelength: 'Veuillez saisir entre {0} et {1} caractères.',
    range: 'Veuillez saisir une valeur entre {0} et {1}.',
    max: 'Veuillez saisir une valeur inférieure ou égale à {0}.',
    min: 'Veuillez saisir une valeur supérieure ou égale à {0}.',
    step: 'Veuillez saisir un multiple de {0}.',

    // Enquiry forms, gallery, lightbox (5, 8, 9)
    confirmCaptcha: 'Veuillez confirmer le captcha pour continuer.',
    galleryCategory: 'la catégorie doit être un nombre à partir de 1',
    lightboxClose: 'Fermer (Échap)',
    lightboxLoading: 'Chargement…',
    lightboxPrevious: 'Précédente (flèche gauche)',
    lightboxNext: 'Suivante (flèche droite)',
    lightboxCounter: '%curr% sur %total%',
    contentNotFound: 'Contenu introuvable',
    contentNotLoaded: 'Le contenu n’a pas pu être chargé.',
    imageNotLoaded: 'L’image n’a pas pu être chargée.',
  },
  layout: {
    skip: 'Aller au contenu',
    mainNavigation: 'Navigation principale',
    menu: 'Menu',
    closeMenu: 'Fermer le menu',
    search: 'Rechercher une offre',
    enquiries: 'Renseignements',
  },
  common: {
    stopped: 'Cette partie de la page ne fonctionne plus.',
    reload: 'Recharger la page',
    copyLink: 'Copier le lien',
    linkCopied: 'Lien copié',
    copyAddress: 'Copiez cette adresse :',
    colors: 'Couleurs',
    color: 'Couleur',
    scheme: 'Clair ou sombre',
    skins: { tamarind: 'Tamarin', basil: 'Basilic', beet: 'Betterave', turmeric: 'Curcuma' },
    schemes: { system: 'Comme mon appareil', light: 'Clair', dark: 'Sombre' },
  },
  slider: {
    slider: 'carrousel',
    slide: 'image',
    slideName: 'Image {number} sur {count}',
    pause: 'Arrêter le défilement des images',
    play: 'Faire défiler les images',
  },
  carousel: {
    carousel: 'carrousel',
    item: 'élément',
    position: '{number} sur {count}',
    previous: 'Précédent',
    next: 'Suivant',
    pause: 'Arrêter le défilement',
    play: 'Faire défiler',
  },
  gallery: {
    filter: 'Filtrer les images',
    all: 'Toutes',
    shown: {
      one: '{count} image affichée sur {total}',
      other: '{count} images affichées sur {total}',
    },
  },
  map: {
    open: 'Ouvrir dans une carte',
    zoomIn: 'Agrandir',
    zoomOut: 'Réduire',
    noTiles: 'Les images de la carte n’ont pas pu être chargées.',
    name: '{place}. Les flèches déplacent la carte, + et - changent l’échelle.',
  },
  messageForm: {
    errorTitle: 'Erreur : {title}',
    sending: 'Envoi en cours…',
    arrivalUnknown:
      'Nous ne savons pas si votre message est arrivé. Votre texte est toujours dans le formulaire.',
  },
  contact: {
    labels: {
      firstname: 'Prénom',
      lastname: 'Nom',
      email: 'Adresse e-mail',
      phone: 'Numéro de téléphone',
      msg: 'Message',
    },
    button: 'Envoyer le message',
    notSent: 'Votre message n’a pas été envoyé. Votre texte est toujours dans le formulaire.',
    sentTitle: 'Message envoyé | {title}',
    thanks: 'Merci. Nous vous ramenons à la page d’accueil ; {link}.',
    goNow: 'y aller maintenant',
  },
  enquiry: {
    labels: {
      name: 'Votre nom',
      email: 'E-mail',
      email_again: 'E-mail, encore une fois',
      phone: 'Téléphone',
      service: 'C’est pour quelle occasion ?',
      date: 'Date',
      guests: 'Nombre d’invités',
      tasting: 'Jour de la dégustation',
      budget: 'Budget',
      venue_website: 'Site web du lieu',
      reference: 'Référence d’un ancien devis',
      message: 'Message',
    },
    buttons: { 'contact-us': 'Envoyer le message', quote: 'Demander un devis' },
    choose: 'Veuillez choisir',
  },
  messageSubjects: {
    contact: 'Message du site de recrutement',
    'contact-us': 'Nous contacter',
    quote: 'Demande de devis',
  },
  pages: {
    contactDescription:
      'Écrivez à {company} : questions sur un emploi, une candidature ou autre chose.',
    writeInstead: 'Veuillez plutôt écrire à {email}.',
    openings: 'Offres d’emploi | {company}',
    openingsUnavailable: 'La liste des offres d’emploi ne répond pas.',
  },
  errors: {
    refusedTitle: 'Cela n’a pas marché',
    failedTitle: 'Cette page ne peut pas être affichée pour le moment',
    toOpenings: 'Retour aux offres d’emploi',
    failed: 'Un problème est survenu de notre côté. Veuillez réessayer dans un instant.',
    otherOrigin: 'Veuillez envoyer le formulaire depuis ce site.',
    crowded: 'Il y a beaucoup de visiteurs en ce moment. Veuillez réessayer dans un instant.',
    tooSlow: 'Cette page a mis trop de temps. Veuillez réessayer.',
    tooMuchText: 'Le texte est trop long pour ce formulaire. Veuillez le raccourcir.',
    incomplete: 'Le formulaire n’est pas arrivé en entier. Veuillez l’envoyer à nouveau.',
    renewed:
      'Cette page a changé depuis que vous l’avez ouverte. Veuillez appuyer encore une fois sur « {button} ».',
    notUnderstood: 'Cette adresse ne comprend pas ce qui a été envoyé.',
    manyForms:
      'Beaucoup de formulaires arrivent en ce moment. Rien n’a été envoyé ; veuillez réessayer dans un instant.',
    noPage: 'Cette page n’existe pas.',
    noFile: 'Ce fichier n’existe pas.',
    formsOnly: 'Cette adresse accepte seulement des formulaires.',
    method: 'Cette adresse n’accepte pas {method}.',
    rateLimit: {
      one: 'Votre réseau vient d’envoyer beaucoup de demandes. Veuillez réessayer dans une minute.',
      other:
        'Votre réseau vient d’envoyer beaucoup de demandes. Veuillez réessayer dans {count} minutes.',
    },
  },
} satisfies Texts);
