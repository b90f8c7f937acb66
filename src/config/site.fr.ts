import { withNoBreakSpaces } from '#src/domain/rules/text/no-break-spaces.ts';
import { siteValues } from './site.ts';
import type { SiteConfig } from './site-schema.ts';
import { type SiteTranslation, translateSite } from './site-translation.ts';

/** The texts of the sample company in French. What they do not name, such as pictures and links, is that of site.ts. */
const french = withNoBreakSpaces({
  brand: {
    tagline: 'Six cuisines, une seule table',
    description:
      'Les emplois de Tamarind Foods Group : boulangers, cuisiniers, grilladins, baristas et tous ceux qui font tourner une cuisine, à Lagos, Abuja, Port Harcourt, Ibadan, Kano et Cotonou.',
  },

  mail: {
    confirmation: {
      subject: 'Votre candidature : {role}, {company}',
      text: `Bonjour {firstname} {lastname},

Nous avons bien reçu votre candidature pour le poste « {role} » chez {company}.

{link}

La suite : {documents} Nous lisons toutes les candidatures et nous répondons dans les deux semaines.

Votre référence : {reference}
Une question ? Répondez à ce message, ou écrivez à {contact}.`,
    },
    stage: {
      subject: 'Des nouvelles de votre candidature : {role}, {company}',
      text: `Bonjour {firstname} {lastname},

{stage}

{next}

{note}

{link}

Votre candidature : {role}, {company}, référence {reference}
Une question ? Répondez à ce message, ou écrivez à {contact}.`,
    },
    documents: {
      awaited: 'Vous pouvez envoyer vos documents jusqu’au {until}.',
      complete: 'Vos documents sont arrivés.',
    },
    link: {
      label: 'Votre page, jusqu’au {linkend}',
      text: 'Vous pouvez y envoyer des documents depuis n’importe quel appareil, voir ce que nous avons reçu et où en est votre candidature, la retirer ou l’effacer. Toute personne qui a ce lien peut faire la même chose.',
    },
    note: 'Nous ajoutons :',
  },
  stages: {
    review: {
      text: 'Nous lisons votre candidature depuis le {day}.',
      next: 'Vous n’avez rien à faire pour le moment. Quand nous aurons décidé, votre page le dira.',
    },
    interview: {
      text: 'Nous voulons vous rencontrer : le {day}, nous vous avons choisi pour un entretien.',
      next: 'Nous vous appelons d’un numéro de Lagos, aux heures de bureau, ou nous vous écrivons par e-mail, pour convenir d’un jour.',
    },
    offer: {
      text: 'Le {day}, nous avons décidé de vous proposer le poste.',
      next: 'Nous vous appelons pour parcourir la proposition avec vous. Prenez votre temps, et posez vos questions.',
    },
    hired: {
      text: 'Le poste est à vous depuis le {day}. Bienvenue.',
      next: 'La maison où vous commencez vous dira quand et où commence votre premier service.',
    },
    declined: {
      text: 'Le {day}, nous avons décidé de ne pas donner suite à votre candidature.',
      next: 'Merci du temps que vous y avez consacré. Vous pouvez postuler à tout moment dans nos autres maisons, et dans celle-ci un an après votre candidature.',
    },
  },
  region: { locale: 'fr-BJ' },
  // The no-break spaces keep the hours on one line.
  enquiries: { hours: 'Du lundi au vendredi, de\u00a08\u00a0h\u00a0à\u00a017\u00a0h' },

  menu: [
    { label: 'ACCUEIL' },
    {
      label: 'À PROPOS',
      items: [
        { label: 'Qui nous sommes' },
        { label: 'Nos maisons' },
        { label: 'Ce que vous recevez' },
        { label: 'Dans nos cuisines' },
        {
          label: 'Nous parler',
          items: [
            { label: 'Nous trouver' },
            { label: 'Nous écrire' },
            { label: 'Demander un devis' },
          ],
        },
      ],
    },
    { label: 'CONTACT' },
    { label: 'Postuler' },
  ],

  hero: {
    eyebrow: 'Travaillez avec nous',
    headline: 'Du pain à quatre heures. Du suya au crépuscule.',
    text: 'Boulangers, cuisiniers, baristas, chauffeurs. Postulez depuis votre téléphone, une personne vous répond.',
    slidesLabel: 'Plats',
  },

  intro: {
    title: 'Cuisiner est notre métier, et nous prenons soin de ceux qui le font.',
    more: 'Notre histoire',
    paragraphs: [
      'Le groupe est né en 1998, d’un seul four dans Bode Thomas Street et d’une boulangère qui payait le jour promis. Il compte aujourd’hui six maisons : une boulangerie, un buka, un traiteur, un bar à café, un grill et, à Cotonou, un maquis. Le jour de paie est toujours le vingt-cinq.',
      'Ici, personne n’a appris le métier dans une brochure. Quelqu’un qui fait le travail vous l’apprendra, dans une équipe qui commence à l’heure du planning, et vous mangerez ce que nous servons.',
    ],
    figures: [
      { figure: '1\u202f140', text: 'personnes salariées' },
      { figure: '6', text: 'villes, et des événements dans 35 autres' },
      { figure: '6 sur 10', text: 'responsables ont commencé comme apprentis' },
    ],
  },

  openings: {
    title: 'Les offres du jour',
    text: 'Aucun compte à créer.',
    readMore: { label: 'Ce que vous recevez' },
  },

  companies: {
    title: 'Nos maisons',
    items: [
      {
        kind: 'Boulangerie',
        text: 'Pains agege, friands à la viande et pain au levain, en rayon avant que les danfos se remplissent.',
      },
      {
        kind: 'Buka',
        text: 'Amala, ofada, ewedu et pepper soup, cuisinés longuement et servis vite.',
      },
      {
        kind: 'Traiteur',
        text: 'Des mariages pour huit cents, des déjeuners de direction pour huit : le même jollof.',
      },
      {
        kind: 'Bar à café',
        text: 'Des grains du plateau de Mambilla, torréfiés dans Kaduna Road, servis avec soin.',
      },
      {
        kind: 'Grill',
        text: 'Suya, kilishi et poissons entiers au feu de bois, de seize heures jusqu’à la dernière braise.',
      },
      {
        kind: 'Maquis',
        text: 'Pâte rouge, gombo et poisson grillé à Cotonou, à trois rues de la mer.',
      },
    ],
  },

  dishes: {
    title: 'Ce que vous apprendrez à préparer',
    label: 'Spécialités',
    items: [
      { name: 'Puff-puff', note: 'First Light Bakery' },
      { name: 'Pepper soup', note: 'Buka Ireti' },
      { name: 'Chin chin', note: 'First Light Bakery' },
      { name: 'Jollof pour huit cents', note: 'Long Table Catering' },
      { name: 'Zobo glacé', note: 'Harmattan Coffee Bar' },
      { name: 'Bar grillé', note: 'Yaji & Ember Grill' },
      { name: 'Gâteau de fête', note: 'Long Table Catering' },
      { name: 'Amala et ewedu', note: 'Buka Ireti' },
    ],
  },

  testimonial: {
    label: 'Ils en parlent',
    text: 'J’étais venue laver les assiettes pendant un mois. Neuf ans plus tard, je dirige la cuisine, et je lave toujours moi-même la dernière marmite.',
    source: 'Ngozi, cheffe de cuisine, Buka Ireti',
  },

  benefits: {
    title: 'Ce qu’il y a sur la table',
    items: [
      {
        title: 'Payé le vingt-cinq',
        text: 'Chaque mois, sur votre propre compte, avec un bulletin de paie facile à lire.',
      },
      {
        title: 'Deux repas par service',
        text: 'Assis, et les mêmes plats que ceux de nos clients.',
      },
      {
        title: 'Assurance santé dès le premier jour',
        text: 'Pour vous, votre conjoint et jusqu’à trois enfants.',
      },
      {
        title: 'De quoi progresser',
        text: 'Quarante heures de formation par an, et les postes libres proposés d’abord à nos équipes.',
      },
      {
        title: 'Le bus du retour',
        text: 'Une place dans le bus du personnel quand le service finit après vingt et une heures.',
      },
      {
        title: 'Tenue et couteaux',
        text: 'Fournis, lavés et aiguisés par nous.',
      },
    ],
  },

  gallery: {
    title: 'Dans nos cuisines',
    intro: 'Six maisons, ce qu’elles cuisinent et de quoi c’est fait.',
    categories: ['Du four', 'De la marmite', 'Du feu', 'Du marché'],
    items: [
      {
        picture: { alt: 'Trois friands à la saucisse sur une assiette émaillée' },
        caption: 'Friands à la saucisse',
        note: 'Enfournés dès cinq heures, partis du comptoir de First Light Bakery avant neuf heures.',
      },
      {
        picture: { alt: 'Des pains à l’œuf, dont un coupé qui montre l’œuf dur' },
        caption: 'Pains à l’œuf',
        note: 'Un œuf entier dans chacun. La pâte est faite par la personne qui ouvre First Light Bakery.',
      },
      {
        picture: { alt: 'Une pile d’akara à côté d’un bol de bouillie' },
        caption: 'Akara et bouillie',
        note: 'Le petit déjeuner du samedi chez Buka Ireti, frit pendant que vous faites la queue.',
      },
      {
        picture: { alt: 'Un moi moi avec son œuf sur une feuille, et un autre encore emballé' },
        caption: 'Moi moi',
        note: 'Cuits à la vapeur dans des feuilles, quatre cents par jour, et chacun a son œuf.',
      },
      {
        picture: { alt: 'Une boule d’igname pilée et un bol de sauce egusi' },
        caption: 'Igname pilée et egusi',
        note: 'La première sauce qu’une nouvelle cuisinière prépare seule chez Buka Ireti.',
      },
      {
        picture: {
          alt: 'Des haricots écrasés sous une sauce pimentée sombre, avec deux tranches de pain',
        },
        caption: 'Ewa agoyin',
        note: 'Des haricots doux, trempés une fois, remués jusqu’à ce qu’ils fondent.',
      },
      {
        picture: { alt: 'Deux cuisses de poulet grillées avec de l’oignon et de la tomate' },
        caption: 'Poulet grillé',
        note: 'Une nuit dans le yaji et l’huile d’arachide, puis une heure au feu de bois.',
      },
      {
        picture: {
          alt: 'Trois bananes plantains grillées, avec des arachides et une sauce pimentée, sur du papier journal',
        },
        caption: 'Boli',
        note: 'Épluchés, posés sur la braise et tournés à la main jusqu’à ce que les bords soient noirs.',
      },
      {
        picture: { alt: 'Deux épis de maïs grillés avec des morceaux de noix de coco' },
        caption: 'Maïs grillé',
        note: 'De juin à septembre seulement, avec de la noix de coco.',
      },
      {
        picture: { alt: 'Des piments antillais rouges, orange et jaunes' },
        caption: 'Rodo',
        note: 'Deux sacs par jour. Qui les moud porte des gants et reçoit le premier bol.',
      },
      {
        picture: { alt: 'Un panier de tomates' },
        caption: 'Tomates de Jos',
        note: 'Elles descendent du plateau avec le camion du mardi.',
      },
      {
        picture: { alt: 'Une noix de coco, et la moitié d’une autre avec son eau' },
        caption: 'Coco de Badagry',
        note: 'Râpée pour le riz au coco. L’eau est pour la personne qui l’a ouverte.',
      },
    ],
  },

  brands: { title: 'Chez qui nous achetons', label: 'Fournisseurs' },

  map: {
    title: 'Nous trouver',
    marker: 'Tamarind Foods Group, Victoria Island',
    attribution: '© les contributeurs d’OpenStreetMap',
  },

  enquiryForms: {
    contactUs: {
      title: 'Nous écrire',
      intro:
        'Une question sur un emploi, un horaire ou un pain ? Une personne vous répond dans les deux jours ouvrables.',
    },
    quote: {
      title: 'Demander un devis',
      intro: 'Décrivez-nous la table que vous voulez, et notre traiteur vous envoie un prix.',
      hints: {
        date: 'Nos cuisines sont fermées le 25 décembre et le 1er janvier.',
        guests: 'De 10 à 2\u202f000.',
        tasting: 'Si vous voulez goûter d’abord, par exemple le 12 décembre 2026.',
        budget: 'En nairas, à partir de 50\u202f000, au millier près.',
        reference: 'Les 6 à 12 caractères de sa première page.',
      },
      services: [
        'Mariage',
        'Déjeuner de bureau',
        'Anniversaire ou baptême',
        'Veillée ou funérailles',
        'Autre chose',
      ],
    },
  },

  share: [{ label: 'Partager sur Facebook' }, { label: 'Partager sur LinkedIn' }],

  footer: {
    servicesTitle: 'Ce que nous faisons',
    services: [
      { label: 'Pain et pâtisserie' },
      { label: 'Déjeuners buka' },
      { label: 'Traiteur événementiel' },
      { label: 'Café et grains' },
      { label: 'Suya et grillades' },
    ],
    linksTitle: 'Trouver votre chemin',
    links: [
      { label: 'Offres d’emploi' },
      { label: 'Ce que vous recevez' },
      { label: 'Nous trouver' },
      { label: 'Contact' },
    ],
  },

  documents: {
    cv: {
      help: 'Pas de CV tapé ? Écrivez votre nom, votre téléphone et vos anciens lieux de travail sur une feuille, et photographiez-la.',
    },
    nysc: {
      help: 'Service national du Nigeria pas encore fait, ou dispense ? Envoyez la lettre de dispense, ou une note signée qui dit quand vous pensez le faire.',
      notNeeded: {
        help: 'Cet emploi ne le demande pas. Si vous ne l’avez pas, envoyez une note signée : « Je n’ai pas de certificat NYSC. »',
      },
    },
    waec: {
      help: 'WAEC ou NECO, ou un diplôme équivalent comme le baccalauréat ; le relevé imprimé convient aussi. Si vous n’en avez pas, envoyez une note signée avec votre dernière classe.',
    },
    undergraduate: {
      help: 'Licence, HND ou National Diploma, ou l’attestation de réussite. Encore aux études ? Envoyez votre carte d’étudiant ou votre lettre d’admission.',
      notNeeded: {
        help: 'Cet emploi ne le demande pas. Si vous n’en avez pas, envoyez une note signée : « Je n’ai pas de diplôme universitaire. »',
      },
    },
    other: {
      help: 'Ce qui parle pour vous : une référence, un certificat professionnel, un carnet de santé pour la cuisine ou un permis de conduire. Rien à ajouter ? Envoyez une note signée qui le dit.',
    },
    passport: {
      help: 'Prenez-la avec votre téléphone : visage et épaules devant un mur uni, à la lumière du jour.',
    },
  },

  search: {
    synonyms: [
      'plongeur, plonge, aide de cuisine, aide-cuisinier, commis de cuisine, agent d’entretien',
      'livreur, chauffeur, conducteur, coursier, zémidjan, zem',
      'cuisinier, chef de cuisine, cuistot',
      'boulanger, boulangerie',
      'pâtissier, pâtisserie',
      'barista, serveur de café',
      'serveur, garçon de café, service en salle',
      'caissier, caisse',
      'vendeur, commercial, vente',
      'gérant, responsable, directeur, superviseur',
      'boucher, boucherie',
      'grillade, brochette, braisé',
      'maquis, gargote, cantine',
      'gardien, vigile, sécurité',
      'magasinier, stock, entrepôt',
      'comptable, comptabilité, finances',
      'technicien, mécanicien, électricien, réparateur',
      'assurance qualité, contrôle qualité, HACCP',
      'stage, stagiaire, étudiant',
      'jeune diplômé, diplômé',
      'événement, traiteur, mariage, banquet',
      'acheteur, achats, approvisionnement',
      'sauce, pâte de maïs, amiwo',
      'riz, riz gras',
      'amuse-bouche, beignet, petits fours',
      'poisson, fruits de mer',
      'formateur, moniteur, enseignant',
      'ressources humaines, RH',
      'réceptionniste, accueil, service client',
      'temps partiel, week-end, soirées',
    ],
  },

  privacy: {
    title: 'Ce que nous faisons de vos données',
    paragraphs: [
      'La personne qui recrute et l’équipe du personnel lisent votre candidature pour décider de vous rencontrer pour ce poste, et personne d’autre ne la lit.',
      'Nous la gardons douze mois, car une personne peut postuler une fois par an, puis nous l’effaçons. Écrivez-nous, et nous l’effaçons plus tôt.',
    ],
  },

  contact: {
    text: 'Des questions sur un emploi, une candidature ou autre chose. Une personne lit chaque message.',
  },

  feedback: {
    title: 'Merci. Votre candidature a bien été envoyée.',
    text: 'Une personne de l’équipe du personnel la lira, et l’entreprise prendra contact avec vous.',
    next: 'La suite',
    steps: [
      {
        title: 'Nous la lisons',
        text: 'Une personne le fait, et répond dans les deux semaines.',
      },
      {
        title: 'Nous vous appelons',
        text: 'D’un numéro de Lagos, aux heures de bureau, ou par e-mail.',
      },
      { title: 'Vous essayez le travail', text: 'Une journée d’essai payée, et le déjeuner.' },
    ],
    picture: {
      picture: {
        alt: 'Du riz jollof avec du poulet et des bananes plantains frites, sur une assiette émaillée',
      },
      caption: 'Le déjeuner de votre journée d’essai',
    },
    home: 'Retour aux offres',
  },
} satisfies SiteTranslation<typeof siteValues>);

export const frenchSite: SiteConfig = translateSite(siteValues, french);
